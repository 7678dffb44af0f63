import {
  chain,
  type Context,
  createStopCutter,
  foldEvents,
  type Frame,
  isJsonObject,
  type JsonObject,
  type Machine,
  mergeUsage,
  type StreamEvent,
  type Usage,
} from '@interlingua/core'
import type { BinaryFraming } from '@interlingua/core/edge'
import { StringDecoder } from 'node:string_decoder'
import { type Channel, redactCredentialFailure, redactFailure, type Target } from '@interlingua/upstreams'
import type { ResponseSession } from '../server/client-request.ts'
import type { Attempt } from '../server/reply.ts'
import { createEventTap, seeAnswer } from '../translation/samples.ts'
import { noteEvent } from '../calls/attempt.ts'
import type { Translation } from '../translation/translation.ts'
import { framingOf, type StreamSource, type StreamStanding } from './answer-stream.ts'
import { countOnce } from '../metering/estimate-usage.ts'
import { createMemberAdder } from './add-missing-members.ts'
import { modelOfAnswer } from './model-name.ts'
import { wantsExplanation } from '../reply/reply-headers.ts'

/** Source that reads a stream of the upstream's format, and writes one of the client's. `request`: body that the client sent. */
export function createTranslatedStream(
  attempt: Attempt,
  target: Target,
  { sides, state, hide }: Translation,
  request: JsonObject,
): StreamSource {
  const client = attempt.admitted.client.edge.adapter
  const upstream = target.channel.edge.adapter
  // Each half gets only its own part of the state: the reader lives as long as the stream, and must not hold the whole request with the reversals.
  const decoder = upstream.createStreamDecoder(sides.upstream, { reversals: state.reversals })
  const read = chain(upstream.createStreamParser(sides.upstream), decoder)
  const { stops } = state.reversals
  const reader = stops === undefined ? read : chain(read, createStopCutter(stops))
  const framing = framingOf(attempt.admitted.client)
  const { session } = attempt.admitted
  const answerId = session && state.kept ? session.id : undefined
  const encoder = client.createStreamEncoder(sides.client, {
    request: state.request,
    effective: state.effective,
    kept: answerId !== undefined,
    inputTokens: countOnce(state.request),
  })
  const adder = attempt.admitted.client.edge === target.channel.edge ? createMemberAdder(target, request) : undefined
  const whole = adder ? chain(encoder, adder) : encoder
  const folding =
    session && attempt.admitted.client.edge.upstream.responses?.words
      ? createFolding(session, target.channel, attempt, sides.client)
      : undefined
  const frames = session && !folding ? chain(whole, createResponseRecorder(session, target.channel)) : whole
  const shownFrames = hide ? chain(frames, createHider(hide)) : frames
  const writer = chain(shownFrames, client.createStreamSerializer({ framing }))
  const { comments } = attempt.admitted.client.edge.client.stream
  const text = createTextReader(target.channel.edge.stream.binary)
  /** Number of notices of the request, which the header tells; later ones are of the answer. */
  const sentNotices = attempt.admitted.notices.length
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false
  let usage: Usage | undefined

  const tap = createEventTap()
  seeAnswer(attempt, tap.read)

  function writeAll(events: readonly StreamEvent[]): string {
    let output = ''
    for (const given of events) {
      if (standing.ended) break
      const event = answerId !== undefined && given.type === 'response-start' ? { ...given, id: answerId } : given
      tap.observe(event)
      noteEvent(attempt, event)
      switch (event.type) {
        case 'usage':
          attempt.usage = usage = mergeUsage(usage, event.usage)
          break
        case 'response-start':
          attempt.usage = usage = event.usage
          break
        case 'failure':
          standing.failure = redactFailure(redactCredentialFailure(event.failure), target.channel.secrets)
          standing.failedFirst = !shown && output === ''
          for (const piece of writer.push({ type: 'failure', failure: standing.failure })) output += piece
          continue
        case 'response-end':
          standing.ended = true
          if (!standing.failure && comments && attempt.admitted.notices.length > sentNotices && wantsExplanation(attempt.admitted.client))
            output += `: interlingua-notices ${JSON.stringify(attempt.admitted.notices.slice(sentNotices))}\n\n`
      }
      const named = event.type === 'response-start' ? { ...event, model: modelOfAnswer(event.model, attempt.admitted, target) } : event
      folding?.(named)
      for (const piece of writer.push(named)) output += piece
    }
    if (standing.ended) {
      for (const piece of writer.end()) output += piece
    }
    shown ||= output !== ''
    return output
  }

  return {
    passes: false,
    takes: upstream.http.streamContentType,
    contentType: framing === 'sse' ? client.http.streamContentType : 'application/json',
    push: (chunk) => writeAll(reader.push(text.write(chunk))),
    end() {
      const rest = text.end()
      const output = rest === '' ? '' : writeAll(reader.push(rest))
      return standing.ended ? output : output + writeAll(reader.end())
    },
    fail: (cause) =>
      writeAll([
        { type: 'failure', failure: cause },
        { type: 'response-end', status: 'failed' },
      ]),
    whole: () => decoder.settled?.() === true,
    keepAlive: () => writeAll([{ type: 'keep-alive' }]),
    standing,
  }
}

/** Removes from each event what the client did not ask for. */
function createHider(hide: (event: JsonObject) => JsonObject): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push: (frame) => [frame.type === 'event' && isJsonObject(frame.wire) ? { ...frame, wire: hide(frame.wire) } : frame],
    end: () => [],
  }
}

/** Decodes the bytes of a stream to text: as UTF-8, or from a binary framing. */
interface TextReader {
  write(bytes: Buffer): string
  end(): string
}

function createTextReader(binary: BinaryFraming | undefined): TextReader {
  if (binary === undefined) return new StringDecoder('utf8')
  const reader = binary.createReader()
  return { write: (bytes) => reader.push(bytes).join(''), end: () => reader.end().join('') }
}

/** Shows the session the whole answer before its end is written, in formats whose events have no snapshots of it. */
function createFolding(session: ResponseSession, channel: Channel, attempt: Attempt, context: Context): (event: StreamEvent) => void {
  const { adapter } = attempt.admitted.client.edge
  const events: StreamEvent[] = []
  return (event) => {
    events.push(event)
    if (event.type !== 'response-end' || event.status === 'failed') return
    const { body } = adapter.encodeResponse(foldEvents(events), { ...context, onNotice: () => {} }, { kept: session.keepsFor(channel) })
    if (isJsonObject(body)) session.see(body, channel)
  }
}

/** Shows the session each snapshot of the answer in a stream of Responses; the stream goes on with the session's fields in it. */
function createResponseRecorder(session: ResponseSession, channel: Channel): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push(frame) {
      if (frame.type === 'event' && isJsonObject(frame.wire)) {
        const { response } = frame.wire
        if (isJsonObject(response)) {
          // Events may share equal objects, so a copy is changed.
          const own = { ...response }
          session.see(own, channel)
          return [{ ...frame, wire: { ...frame.wire, response: own } }]
        }
      }
      return [frame]
    },
    end: () => [],
  }
}
