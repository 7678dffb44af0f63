import type { CallOwner, Receiver } from './call-upstream.ts'
import type { Channel } from './channels/channel.ts'
import { readChannelError } from './error-answer.ts'
import { recordFailure, type UpstreamFailure } from './retry-decision.ts'
import { redactCredentialFailure, redactHeaders } from './redact/redact.ts'
import { failureOfSocket } from './socket-failure.ts'
import type { Failure } from '@interlingua/core'
import { type FailureReply, isSaneWait } from '@interlingua/gateway-kernel'
import type { IncomingHttpHeaders } from 'node:http'

/** Bytes of an error document that are read. */
const longestError = 1024 * 1024

/** Bytes of a good answer that may wait for their reader before the upstream is paused. */
const highWaterMark = 65_536

interface AnswerHandlers {
  /** Gets a good answer as soon as its head is there. */
  answered(response: Response): void
  /** Gets the reason why an answer is none, and what may follow. */
  refused(refusal: UpstreamFailure): void
  readonly signal?: AbortSignal
}

/** Receives an upstream's answer: a good one becomes a `Response` whose body is a stream with back-pressure, an error document is read. */
export function openAnswer(owner: CallOwner, status: number, headers: IncomingHttpHeaders, handlers: AnswerHandlers): Receiver {
  return status >= 200 && status <= 299 ? openStream(owner, status, headers, handlers) : readError(owner, status, headers, handlers)
}

function openStream(owner: CallOwner, status: number, headers: IncomingHttpHeaders, { answered, signal }: AnswerHandlers): Receiver {
  const { call } = owner
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let ended = false

  function end(close: (stream: ReadableStreamDefaultController<Uint8Array>) => void): void {
    if (ended || controller === undefined) return
    ended = true
    signal?.removeEventListener('abort', abort)
    close(controller)
  }

  function abort(): void {
    end((stream) => stream.error(signal?.reason))
    call?.abort(new Error('the caller left'))
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: () => call?.resume(),
      cancel() {
        ended = true
        call?.abort(new Error('the caller left'))
      },
    },
    { highWaterMark, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  signal?.addEventListener('abort', abort)
  const passedHeaders = new Headers()
  const texts = redactHeaders(headers, owner.target.channel.secrets)
  for (const name of ['content-type', 'content-encoding', 'retry-after', 'x-request-id', 'request-id']) {
    const value = texts[name]
    if (value !== undefined && isSaneWait(name, value)) passedHeaders.set(name, value)
  }
  answered(new Response(status === 204 || status === 205 ? null : body, { status, headers: passedHeaders }))
  return {
    data(chunk) {
      if (ended || controller === undefined) return
      controller.enqueue(chunk)
      if ((controller.desiredSize ?? 1) <= 0) call?.pause()
    },
    end: () => end((stream) => stream.close()),
    fail(error) {
      const failure = failureOfSocket(error)
      if (!ended) recordFailure(owner.target.channel, failure)
      end((stream) => stream.error(new Error(failure.message)))
    },
  }
}

function readError(owner: CallOwner, status: number, headers: IncomingHttpHeaders, { refused }: AnswerHandlers): Receiver {
  const { channel } = owner.target
  const chunks: Buffer[] = []
  let size = 0
  let over = false

  function settle(refusal: UpstreamFailure): void {
    if (over) return
    over = true
    refused(refusal)
  }

  return {
    data(chunk) {
      size += chunk.length
      if (size <= longestError) return void chunks.push(chunk)
      settle(readFailure(channel, status, headers, ''))
      owner.call?.abort(new Error('the answer is too large'))
    },
    end: () => settle(readFailure(channel, status, headers, Buffer.concat(chunks).toString('utf8'))),
    fail: () => settle(readFailure(channel, status, headers, '')),
  }
}

function readFailure(channel: Channel, status: number, headers: IncomingHttpHeaders, text: string): UpstreamFailure {
  const read = readChannelError(channel, status, headers, text)
  if ('failureReply' in read) return read
  const { upstreamFailure, decision, wait } = read
  const failure = redactCredentialFailure(upstreamFailure, status)
  const { 'retry-after': retryAfter } = headers
  const passed = retryAfter !== undefined && isSaneWait('retry-after', retryAfter)
  return { failureReply: { failure, ...(passed && { headers: { 'retry-after': retryAfter } }) }, decision, wait }
}

/** No upstream answered: the failure that tells the caller most. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly failure: Failure
  /** Status for the client: the upstream's, or 502, 503 or 504. */
  readonly status: number
  /** Headers for the client, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor({ failure, status, headers = {} }: FailureReply) {
    super(failure.message)
    this.failure = failure
    this.status = status ?? failure.status ?? 502
    this.headers = headers
  }
}
