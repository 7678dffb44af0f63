import { isJsonObject, type Failure, type Frame, type JsonObject } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import { createByteTap } from '../metering/create-byte-tap.ts'
import { seeAnswer } from '../metering/see-answer.ts'
import { unheard } from '../metering/unheard.ts'
import { noteAnswer } from '../operation/note-answer.ts'
import type { StreamSource, StreamStanding } from './answer-stream.ts'
import { createObserver } from './create-observer.ts'
import { lastBoundary } from './last-boundary.ts'
import { parseEvent } from './parse-event.ts'
import { redactFailure } from './redact-failure.ts'
import { truncatedStream } from './truncated-stream.ts'

/** Something in a stream that no client can read as an event. */
const malformedStream: Failure = {
  code: 'malformed-upstream',
  message: 'The upstream sent an event that is not a JSON object.',
  retryable: true,
  status: 502,
}

/**
 * A stream of the client's own format: the bytes as they are, in whole events, so that something else can be said in between and a cut
 * never shows half an event. An observer sees to it that a stream without an end is not taken for a complete one.
 */
export function createPassedStream(exchange: Exchange, target: Target, request: JsonObject): StreamSource {
  const { edge, gateway } = exchange
  const observer = createObserver(edge.stream, request, (wire) => noteAnswer(exchange, wire))
  const { status } = observer
  const tap = createByteTap()
  seeAnswer(exchange, () => tap.read(edge, unheard(exchange)))
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

  /** All that is held and `more`, as one piece. */
  function release(more: Buffer): Buffer {
    if (held.length === 0) return more
    const whole = Buffer.concat([...held, more])
    held = []
    heldBytes = 0
    return whole
  }

  /** What of these whole events may go to the client. */
  function pass(events: Buffer): string | Buffer {
    const upTo = observer.look(events)
    if (!named && status.id !== undefined) {
      named = true
      exchange.keeper?.name(status.id, target.channel)
    }
    if (upTo > 0) {
      shown = true
      tap.hear(upTo === events.length ? events : events.subarray(0, upTo))
      if (edge.stream.renumber) passed = upTo === events.length ? events : events.subarray(0, upTo)
    }
    exchange.complete = status.phase === 'complete'
    exchange.usage = status.usage
    if (status.phase === 'broken' || status.phase === 'malformed') {
      const cause = status.phase === 'broken' ? truncatedStream : malformedStream
      return Buffer.concat([events.subarray(0, upTo), Buffer.from(fail(cause))])
    }
    if (status.phase === 'ended' || status.phase === 'failed') {
      if (status.phase === 'failed') {
        const told = observer.failure(exchange) ?? { code: 'server', message: 'The upstream sent an error.', retryable: true, status: 502 }
        standing.failure ??= redactFailure(told, target.channel.secrets)
        if (!edge.stream.passesErrors || quotes(events))
          return Buffer.concat([events.subarray(0, upTo), Buffer.from(fail(withoutRaw(standing.failure)))])
      }
      standing.failedFirst = !shown && status.phase === 'failed'
      standing.ended = true
      // What no client can read is not shown behind an end either.
      if (status.phase === 'ended' && upTo < events.length) return events.subarray(0, upTo)
    }
    return events
  }

  function fail(cause: Failure): string {
    standing.failure = cause
    standing.failedFirst = !shown
    standing.ended = true
    const context = contextOf(exchange)
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

  /** An event of ours behind those that passed. What its upstream said of a refusal of the gateway's credentials is for nobody. */
  function asPassed<Event>(frame: Frame<Event>): Frame<Event> {
    if (frame.type !== 'event' || !isJsonObject(frame.wire) || edge.stream.endOf === undefined) return frame
    const { failed, ...seen } = status
    const own = standing.failure !== undefined && isCredentialsRefused(standing.failure) ? seen : status
    return { type: 'event', wire: edge.stream.endOf(frame.wire, own) as Event } // another event of the same format
  }

  /** Whether these words are not for the client: some upstreams quote the key that they refuse. */
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
      // Some servers leave out the last blank line. Half an event is not shown: the connection was cut, whatever came before.
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
    liveness: () => (edge.client.stream.keepAlive.afterStart && !status.started ? '' : edge.client.stream.keepAlive.text),
    standing,
  }
}

/** An error that is written anew says what the upstream's said, in the words of its format. */
function withoutRaw({ raw: _raw, ...cause }: Failure): Failure {
  return cause
}

/** Whether what a stream ends with, behind its last blank line, is the beginning of an event. A line break or a comment is none. */
function isHalfEvent(rest: Buffer): boolean {
  const text = rest.toString('utf8')
  const read = parseEvent(text)
  return read === 'malformed' || (read === 'nothing' && /^[^:\r\n]/m.test(text))
}
