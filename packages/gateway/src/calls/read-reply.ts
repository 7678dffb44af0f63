import { contextOf } from '../server/client-request.ts'
import { guard } from '../reply/guard.ts'
import { noteAnswer } from './attempt.ts'
import type { Attempt } from '../server/reply.ts'
import { type Failure, isJsonObject, type JsonObject, parseDocument } from '@interlingua/core'
import { contentCodings, type FailureReply, malformedUpstream, type ServeResult } from '@interlingua/gateway-kernel'
import { failureOfSocket, type Receiver, redactCredentialFailure, redactSecrets, streamDecoders, type Target } from '@interlingua/upstreams'
import type { IncomingHttpHeaders } from 'node:http'

/** Whole answer of an upstream, without its content coding. */
export interface UpstreamReply {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/**
 * Collects an answer up to the limit for documents, and hands the answer or a failure to `take`, once; errors of `take` are the client's answer.
 * `stop` ends the call if the answer is too large. Default: ends the attempt's running call.
 */
export function collectReply(
  attempt: Attempt,
  headers: IncomingHttpHeaders,
  take: (reply: UpstreamReply | FailureReply) => ServeResult,
  stop: () => void = () => attempt.call?.abort(new Error('the answer is too large')),
): Receiver {
  const limit = attempt.admitted.client.gateway.answerBytes
  // Guarded, since an error behind the decoder would not be caught, and would end the process.
  const settle = (reply: UpstreamReply | FailureReply): void => guard(attempt.reply, () => take(reply))
  const chunks: Buffer[] = []
  let size = 0
  return {
    data(chunk) {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      stop()
      settle(malformedUpstream('sent an answer that is larger than this gateway takes'))
    },
    end() {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
      const coding = headers['content-encoding']
      if (coding === undefined || coding === 'identity') return settle({ headers, bytes })
      void inflate(coding, bytes, limit).then((plain) => settle(plain === undefined ? unreadable : { headers, bytes: plain }))
    },
    fail(error) {
      if (size <= limit) settle({ failure: failureOfSocket(error) })
    },
  }
}

const unreadable = malformedUpstream('sent an answer in a content coding that cannot be read')

async function inflate(coding: string, bytes: Buffer, limit: number): Promise<Buffer | undefined> {
  try {
    return await contentCodings.get(coding.trim().toLowerCase())?.(bytes, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}

/**
 * JSON object of a reply with status 200; a 502 for an invalid one or a disguised error, in which `whole` is an answer that reports its own failure.
 * `parse`: `parseJson` if all numbers of an answer are the format's own, such as vectors.
 */
export function readReply(
  attempt: Attempt,
  { channel }: Target,
  { headers, bytes }: UpstreamReply,
  parse: typeof parseDocument = parseDocument,
): { readonly body: JsonObject } | (FailureReply & { readonly whole?: JsonObject }) {
  const said = headers['content-type']
  const type = said && redactSecrets(said, channel.secrets).toLowerCase()
  if (bytes.length === 0) return malformedUpstream('sent an empty answer')
  if (type !== undefined && !/^[^;]*json/.test(type))
    return malformedUpstream(`answered with ${/^[\w.+/-]+/.exec(type)?.[0] ?? 'something'} instead of JSON`)
  const body = parse(bytes.toString('utf8'))
  if (!isJsonObject(body)) return malformedUpstream('sent an answer that is not a JSON object')
  if (body['error'] === undefined || body['error'] === null) {
    noteAnswer(attempt, body)
    return { body }
  }
  const { adapter, upstream } = channel.edge
  const wire = adapter.parseFailure({ status: 502, headers: {}, body: { error: body['error'] } })
  const failure = adapter.decodeFailure(wire, contextOf(attempt.admitted, channel.dialect))
  // A whole answer that reports its own failure has the upstream's own words for it.
  if (upstream.answerKeys.generate.some((key) => body[key] !== undefined) === true)
    return { failure: failedAnswer(failure, channel.secrets), whole: body }
  return malformedUpstream(`answered with status 200 and an error: ${redactSecrets(failure.message, channel.secrets)}`)
}

function failedAnswer(failure: Failure, secrets: readonly string[]): Failure {
  const { raw: _raw, status: _status, ...cause } = redactCredentialFailure(failure)
  return { ...cause, message: redactSecrets(cause.message, secrets) }
}

/**
 * Removes the content coding of a stream, each piece as soon as its upstream flushed it. A slow client stops the decoder as well as the upstream, so
 * that a small piece that hides a large one fills no memory. The coding must be one of `streamDecoders`.
 */
export function inflateReceiver(attempt: Attempt, coding: string, receiver: Receiver): Receiver {
  const decoder = streamDecoders.get(coding)?.()
  const upstream = attempt.call
  if (decoder === undefined || upstream === undefined) throw new TypeError('there is no such coding, or no call')
  let broken: Error | undefined
  let over = false
  /** True while the client takes no more; and true while the decoder has enough. */
  let held = false
  let full = false

  function finish(error: Error | undefined): void {
    if (over) return
    over = true
    if (error) receiver.fail(error)
    else receiver.end()
  }

  decoder.on('data', (piece: Buffer) => {
    if (!over) receiver.data(piece)
  })
  decoder.on('drain', () => {
    full = false
    if (!held) upstream.resume()
  })
  decoder.on('end', () => finish(broken))
  decoder.on('error', (error) => {
    finish(broken ?? error)
    upstream.abort(error)
  })

  attempt.call = {
    get aborted() {
      return upstream.aborted
    },
    get paused() {
      return upstream.paused
    },
    get reason() {
      return upstream.reason
    },
    pause() {
      held = true
      decoder.pause()
      upstream.pause()
    },
    resume() {
      held = false
      decoder.resume()
      if (!full) upstream.resume()
    },
    abort(reason) {
      over = true
      decoder.destroy()
      upstream.abort(reason)
    },
  }
  return {
    data(chunk) {
      if (over || decoder.write(chunk)) return
      full = true
      upstream.pause()
    },
    end: () => void decoder.end(),
    fail(error) {
      // Output from before the break is shown first.
      broken = error
      decoder.end()
    },
  }
}
