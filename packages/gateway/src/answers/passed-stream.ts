import { contextOf } from '../server/client-request.ts'
import { createByteTap, seeAnswer } from '../translation/samples.ts'
import { silentContext } from '../translation/translation.ts'
import { noteAnswer } from '../calls/attempt.ts'
import type { Attempt } from '../server/reply.ts'
import type { StreamSource, StreamStanding } from './answer-stream.ts'
import { truncatedStream } from '../translation/failures.ts'
import { createObserver, parseEvent } from './observer.ts'
import { type Failure, type Frame, isJsonObject, type JsonObject, parseJson } from '@interlingua/core'
import { isCredentialsRefused } from '@interlingua/gateway-kernel'
import { redactCredentialFailure, redactFailure, redactSecrets, type Target } from '@interlingua/upstreams'
import { createJsonArrayParser, createJsonArraySerializer } from '@interlingua/framing'
import { StringDecoder } from 'node:string_decoder'
import type { StreamStatus } from '@interlingua/core/edge'
import { spliceString } from '../body/bytes.ts'

const lf = 10
const cr = 13

/** Number of bytes of `chunk` up to its last blank line, which belong to whole events; `before` is the piece right before it. */
export function lastBoundary(before: Buffer | undefined, chunk: Buffer): number {
  const at = (index: number): number | undefined => (index >= 0 ? chunk[index] : before?.[before.length + index])
  for (let index = chunk.length - 1; index >= 0; index--) {
    const byte = chunk[index]
    if (byte !== lf && byte !== cr) continue
    const previous = at(index - 1)
    if (byte === previous) return index + 1
    // A CR LF after a line break is a blank line; after text it only ends the line.
    if (byte === lf && previous === cr && (at(index - 2) === lf || at(index - 2) === cr)) return index + 1
  }
  return 0
}

/** Failure for an event that no client can read. */
const malformedStream: Failure = {
  code: 'malformed-upstream',
  message: 'The upstream sent an event that is not a JSON object.',
  retryable: true,
  status: 502,
}

/**
 * Passes a stream of the client's own format as it is, in whole events, so that the gateway can add events and a cut never shows half of one. An
 * observer finds streams without their proper end.
 */
export function createPassedStream(attempt: Attempt, target: Target, request: JsonObject): StreamSource {
  const { edge, gateway } = attempt.admitted.client
  const observer = createObserver(edge.stream, request, (wire) => noteAnswer(attempt, wire))
  const { status } = observer
  const tap = createByteTap()
  seeAnswer(attempt, () => tap.read(edge, silentContext(attempt.admitted)))
  let held: Buffer[] = []
  let heldBytes = 0
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  /** The last whole events that went to the client. */
  let passed: Buffer | undefined
  let shown = false
  let named = false

  function hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    held.push(bytes)
    heldBytes += bytes.length
  }

  /** Returns held bytes and `more` as one piece. */
  function release(more: Buffer): Buffer {
    if (held.length === 0) return more
    const whole = Buffer.concat([...held, more])
    held = []
    heldBytes = 0
    return whole
  }

  /** Part of these whole events that may go to the client, with the failure event where the stream ended in one. */
  function pass(events: Buffer): string | Buffer {
    const upTo = observer.look(events)
    if (!named && status.id !== undefined) {
      named = true
      attempt.admitted.session?.name(status.id, target.channel)
    }
    if (upTo > 0) {
      shown = true
      tap.observe(upTo === events.length ? events : events.subarray(0, upTo))
      if (edge.stream.renumber) passed = upTo === events.length ? events : events.subarray(0, upTo)
    }
    attempt.reply.complete = status.phase === 'complete'
    attempt.usage = status.usage
    if (status.phase === 'broken' || status.phase === 'malformed') {
      const cause = status.phase === 'broken' ? truncatedStream : malformedStream
      return Buffer.concat([events.subarray(0, upTo), Buffer.from(fail(cause))])
    }
    if (status.phase === 'ended' || status.phase === 'failed') {
      if (status.phase === 'failed') {
        const upstreamFailure = observer.failure(attempt.admitted) ?? {
          code: 'server',
          message: 'The upstream sent an error.',
          retryable: true,
          status: 502,
        }
        standing.failure ??= redactFailure(upstreamFailure, target.channel.secrets)
        if (!edge.stream.passesErrors || quotes(events))
          return Buffer.concat([events.subarray(0, upTo), Buffer.from(fail(withoutRaw(standing.failure)))])
      }
      standing.failedFirst = !shown && status.phase === 'failed'
      standing.ended = true
      // Malformed events behind the end of the stream are not shown either.
      if (status.phase === 'ended' && upTo < events.length) return events.subarray(0, upTo)
    }
    return events
  }

  function fail(cause: Failure): string {
    standing.failure = cause
    standing.failedFirst = !shown
    standing.ended = true
    const context = contextOf(attempt.admitted)
    const encoder = edge.adapter.createStreamEncoder(context)
    const serializer = edge.adapter.createStreamSerializer()
    let output = ''
    const frames = [
      ...encoder.push({ type: 'failure', failure: cause }),
      ...encoder.push({ type: 'response-end', status: 'failed' }),
      ...encoder.end(),
    ]
    for (const frame of frames) for (const piece of serializer.push(asPassed(frame))) output += piece
    for (const piece of serializer.end()) output += piece
    return passed === undefined ? output : (edge.stream.renumber?.(output, passed.toString('latin1')) ?? output)
  }

  /** Fits an event of the gateway's own to the events that passed. The upstream's words about refused credentials of the gateway are left out. */
  function asPassed<Event>(frame: Frame<Event>): Frame<Event> {
    if (frame.type !== 'event' || !isJsonObject(frame.wire) || edge.stream.endOf === undefined) return frame
    const { failed, ...seen } = status
    const own = standing.failure !== undefined && isCredentialsRefused(standing.failure) ? seen : status
    return { type: 'event', wire: edge.stream.endOf(frame.wire, own) as Event } // another event of the same format
  }

  /** True if the events hold a credential of the channel: some upstreams quote the key that they refuse. */
  function quotes(events: Buffer): boolean {
    return target.channel.secrets.some((secret) => events.includes(secret))
  }

  return {
    passes: true,
    takes: edge.adapter.http.streamContentType,
    contentType: edge.adapter.http.streamContentType,
    push(chunk) {
      const end = lastBoundary(held[held.length - 1], chunk)
      if (end === 0) {
        hold(chunk)
        return heldBytes > gateway.limits.eventBytes
          ? fail({ ...truncatedStream, code: 'limit', message: 'The upstream sent an event that is too large.' })
          : ''
      }
      const events = release(end === chunk.length ? chunk : chunk.subarray(0, end))
      if (end < chunk.length) hold(chunk.subarray(end))
      return pass(events)
    },
    end() {
      // Some servers leave out the last blank line. Half an event is not shown: then the connection was cut.
      const rest = release(Buffer.alloc(0))
      const half = isHalfEvent(rest)
      const output = half || rest.length === 0 ? '' : pass(rest)
      if (standing.ended) return output
      if (half || status.phase !== 'complete') return fail(truncatedStream)
      standing.ended = true
      return output
    },
    fail,
    whole: () => status.phase === 'complete',
    keepAlive: () => (edge.client.stream.keepAlive.afterStart && !status.started ? '' : edge.client.stream.keepAlive.text),
    standing,
  }
}

/** Drops the upstream's own document, so that the failure is written anew from its code and message. */
function withoutRaw({ raw: _raw, ...cause }: Failure): Failure {
  return cause
}

/** True if the bytes after the last blank line are the beginning of an event; a line break or a comment is none. */
function isHalfEvent(rest: Buffer): boolean {
  const text = rest.toString('utf8')
  const read = parseEvent(text)
  return read === 'malformed' || (read === 'nothing' && /^[^:\r\n]/m.test(text))
}

/**
 * Passes a stream of the client's own format as one JSON array: each element unchanged, once it is whole. The array is closed only behind a complete
 * answer or an error, so that a cut never looks finished.
 */
export function createPassedArray(attempt: Attempt, name?: string): StreamSource {
  const { edge, gateway } = attempt.admitted.client
  const { adapter } = edge
  const parser = createJsonArrayParser({ maxEventLength: gateway.limits.eventBytes })
  const serializer = createJsonArraySerializer()
  const status: StreamStatus = { started: false, phase: 'open' }
  const read = edge.stream.createStatusReader()
  const text = new StringDecoder('utf8')
  const tap = createByteTap()
  seeAnswer(attempt, () => tap.read(edge, silentContext(attempt.admitted)))
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false

  function write(pieces: readonly string[]): string {
    const output = pieces.join('')
    shown ||= output !== ''
    return output
  }

  function named(element: string): string {
    return name === undefined ? element : spliceString(Buffer.from(element), edge.upstream.modelAt.event, name).toString()
  }

  function close(): string {
    standing.ended = true
    attempt.usage = status.usage
    return write(serializer.end())
  }

  function fail(cause: Failure): string {
    standing.failure = cause
    standing.failedFirst = !shown
    const { body } = adapter.encodeFailure(cause, contextOf(attempt.admitted))
    return write(serializer.push(JSON.stringify(body))) + close()
  }

  function take(elements: ReturnType<typeof parser.push>): string {
    let output = ''
    for (const element of elements) {
      if (standing.ended) break
      const wire = element.type === 'event' ? parseJson(element.data) : undefined
      if (element.type !== 'event' || !isJsonObject(wire)) return output + fail(truncatedStream)
      read(wire, status)
      noteAnswer(attempt, wire)
      if (status.phase === 'failed') {
        standing.failedFirst = !shown && output === ''
        // The parser needs a status, but the upstream named none, so it is left out of the failure.
        const { status: _status, ...cause } = adapter.decodeFailure(
          adapter.parseFailure({ status: 500, headers: {}, body: wire }),
          contextOf(attempt.admitted),
        )
        const secrets = attempt.target?.channel.secrets ?? []
        standing.failure = redactFailure(redactCredentialFailure(cause), secrets)
        return output + write(serializer.push(redactSecrets(element.data, secrets))) + close()
      }
      tap.observe(Buffer.from(`data: ${element.data.replaceAll('\n', ' ')}\n\n`))
      output += write(serializer.push(named(element.data)))
    }
    attempt.reply.complete = status.phase === 'complete'
    attempt.usage = status.usage
    return output
  }

  return {
    passes: true,
    takes: 'application/json',
    contentType: 'application/json',
    push: (chunk) => take(parser.push(text.write(chunk))),
    end(held) {
      if (held) return close()
      const rest = take(parser.push(text.end())) + (standing.ended ? '' : take(parser.end()))
      if (standing.ended) return rest
      return rest + (status.phase === 'complete' ? close() : fail(truncatedStream))
    },
    fail,
    whole: () => status.phase === 'complete',
    keepAlive: () => '',
    standing,
  }
}
