import { chain, createStopCutter, mergeUsage, type StreamEvent, type Usage } from '@interlingua/core'
import type { BinaryFraming } from '@interlingua/core/edge'
import { StringDecoder } from 'node:string_decoder'
import type { Target } from '../channels/create-resolver.ts'
import { createWitness } from '../conversations/create-witness.ts'
import type { Exchange } from '../exchange.ts'
import { createEventTap } from '../metering/create-event-tap.ts'
import { seeAnswer } from '../metering/see-answer.ts'
import { noteEvent } from '../operation/note-event.ts'
import type { Translation } from '../requests/prepare-translation.ts'
import type { StreamSource, StreamStanding } from './answer-stream.ts'
import { countOnce } from './count-once.ts'
import { framingOf } from './framing-of.ts'
import { answerName } from './name-answer.ts'
import { wantsExplanation } from './notice-headers.ts'
import { redactCredentialFailure } from './redact-credential-failure.ts'
import { redactFailure } from './redact-failure.ts'

/** A stream of the upstream's format, read and written anew in the client's. */
export function createTranslatedStream(exchange: Exchange, target: Target, { sides, state }: Translation): StreamSource {
  const client = exchange.edge.adapter
  const upstream = target.channel.edge.adapter
  // Each half gets only what is its own: the reader lives as long as the stream, and must not hold the whole request with the reversals.
  const decoder = upstream.createStreamDecoder(sides.upstream, { reversals: state.reversals })
  const read = chain(upstream.createStreamParser(sides.upstream), decoder)
  const { stops } = state.reversals
  const reader = stops === undefined ? read : chain(read, createStopCutter(stops))
  const framing = framingOf(exchange)
  const { keeper } = exchange
  const answerId = keeper && state.kept ? keeper.id : undefined
  const encoder = client.createStreamEncoder(sides.client, {
    request: state.request,
    kept: answerId !== undefined,
    inputTokens: countOnce(state.request),
  })
  const frames = keeper ? chain(encoder, createWitness(keeper, target.channel)) : encoder
  const writer = chain(frames, client.createStreamSerializer({ framing }))
  const { comments } = exchange.edge.client.stream
  const name = answerName(exchange, target)
  const text = createTextReader(target.channel.edge.stream.binary)
  /** Those of the request stand in the header; the answer's come later. */
  const told = exchange.notices.length
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false
  let usage: Usage | undefined

  const tap = createEventTap()
  seeAnswer(exchange, tap.read)

  function writeAll(events: readonly StreamEvent[]): string {
    let output = ''
    for (const given of events) {
      if (standing.ended) break
      const event = answerId !== undefined && given.type === 'response-start' ? { ...given, id: answerId } : given
      tap.hear(event)
      noteEvent(exchange, event)
      switch (event.type) {
        case 'usage':
          exchange.usage = usage = mergeUsage(usage, event.usage)
          break
        case 'response-start':
          exchange.usage = usage = event.usage
          break
        case 'failure':
          standing.failure = redactFailure(redactCredentialFailure(event.failure), target.channel.secrets)
          standing.failedFirst = !shown && output === ''
          for (const piece of writer.push({ type: 'failure', failure: standing.failure })) output += piece
          continue
        case 'response-end':
          standing.ended = true
          if (!standing.failure && comments && exchange.notices.length > told && wantsExplanation(exchange))
            output += `: interlingua-notices ${JSON.stringify(exchange.notices.slice(told))}\n\n`
      }
      const named = name !== undefined && event.type === 'response-start' ? { ...event, model: name } : event
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
    liveness: () => writeAll([{ type: 'liveness' }]),
    standing,
  }
}

/** The text of a stream, from its bytes: UTF-8, or what a binary framing holds. */
interface TextReader {
  write(bytes: Buffer): string
  end(): string
}

function createTextReader(binary: BinaryFraming | undefined): TextReader {
  if (binary === undefined) return new StringDecoder('utf8')
  const reader = binary.createReader()
  return { write: (bytes) => reader.push(bytes).join(''), end: () => reader.end().join('') }
}
