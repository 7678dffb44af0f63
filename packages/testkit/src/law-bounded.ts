import { defaultLimits, isInterlinguaError } from '@interlingua/core'
import type { Context, GenerateAdapter, Json, JsonObject, Limits, StreamEvent } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { createTestContext } from './create-test-context.ts'
import { messageOf, replyOf } from './recording.ts'
import type { Recording } from './recording.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

const tight: Limits = { depth: 40, nodes: 5_000, parts: 16, candidates: 4, bufferedBytes: 50_000, eventBytes: 50_000, arrayIndex: 32 }

/** Law "bounded": hostile depth, counts, indexes and sizes meet a limit, not memory, and end in the library's own errors only. */
export function lawBounded(adapter: GenerateAdapter, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return [
    ...lawRequestBounded(adapter, recording, settings),
    ...lawAnswerBounded(adapter, recording, settings),
    ...lawStreamBounded(adapter, recording, settings),
    ...lawWriterBounded(adapter, recording, settings),
  ]
}

export function lawRequestBounded(
  adapter: Pick<GenerateAdapter, 'parseRequest'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  return attempt('bounded documents', (say) => {
    const message = messageOf(recording)
    if (message === undefined || !isObject(message.body)) return
    for (const [what, value] of hostileValues()) {
      const body = { ...message.body, hostile: value }
      const refused = limits(() => adapter.parseRequest({ ...message, body }, contextWith(tight, recording, settings)))
      if (!refused) say('', `a request with ${what} is taken`)
    }
  })
}

export function lawAnswerBounded(
  adapter: Pick<GenerateAdapter, 'parseResponse'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  return attempt('bounded documents', (say) => {
    const reply = replyOf(recording)
    if (reply === undefined || reply.status >= 400 || !isObject(reply.body)) return
    for (const [what, value] of hostileValues()) {
      const body = { ...reply.body, hostile: value }
      const refused = limits(() => adapter.parseResponse({ ...reply, body }, contextWith(tight, recording, settings)))
      if (!refused) say('', `an answer with ${what} is taken`)
    }
  })
}

export function lawStreamBounded(
  adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  return attempt('bounded streams', (say) => {
    if (recording.stream === undefined) return
    for (const [what, text] of hostileStreams(recording.stream)) {
      const events = readStream(adapter, [text], contextWith(what === 'plain' ? defaultLimits : tight, recording, settings))
      for (const breach of checkStreamGrammar(events)) say('', `${what}: ${breach}`)
      const parts = events.filter(({ type }) => type === 'part-start').length
      if (parts > 4 * tight.parts && what !== 'plain') say('', `${what}: ${parts} parts were opened`)
    }
  })
}

/** Law "bounded" for writers; the exchange only decides the context. */
export function lawWriterBounded(
  adapter: Pick<GenerateAdapter, 'createStreamEncoder' | 'createStreamSerializer'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  return attempt('bounded streams', (say) => {
    if (recording.stream === undefined) return
    const held = writeStream(adapter, hostileEvents(), contextWith(tight, recording, settings))
    if (held.length > 100 * tight.bufferedBytes) say('', 'a writer gave more than it was given')
  })
}

function contextWith(limits: Limits, recording: Recording, settings: LawSettings): Context {
  return createTestContext({ ...settings.context?.(recording), limits }).context
}

/** True if the call ends in one of the library's own errors; any other error is thrown on. */
function limits(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    if (isInterlinguaError(error)) return true
    throw error
  }
}

function hostileValues(): readonly (readonly [string, Json])[] {
  let deep: Json = 1
  for (let i = 0; i < 20_000; i++) deep = [deep]
  let nested: JsonObject = {}
  for (let i = 0; i < 20_000; i++) nested = { a: nested }
  return [
    ['20,000 nested arrays', deep],
    ['20,000 nested objects', nested],
    ['20,000 values', Array.from({ length: 20_000 }, (_, i) => i)],
  ]
}

/** Sample with huge indexes, repeated events, one huge event, and a value nested beyond reason. */
function hostileStreams(text: string): readonly (readonly [string, string])[] {
  const index = /("index"\s*:\s*)\d+/g
  return [
    ['plain', text],
    ['huge indexes', text.replace(index, '$14294967295')],
    ['negative indexes', text.replace(index, '$1-1')],
    ['fractional indexes', text.replace(index, '$10.5')],
    ['indexes as text', text.replace(index, '$1"__proto__"')],
    ['growing indexes', growing(text)],
    ['one event over the limit', text.replace(/data:\s*\{/, () => `data: {"hostile":"${'x'.repeat(200_000)}",`)],
    ['deep event', text.replace(/data:\s*\{/, () => `data: {"hostile":${'['.repeat(5_000)}${']'.repeat(5_000)},`)],
    ['no line end for long', `data: ${'x'.repeat(200_000)}`],
  ]
}

function growing(text: string): string {
  let next = 0
  return text.repeat(20).replace(/("index"\s*:\s*)\d+/g, (_, key: string) => `${key}${next++}`)
}

/** Many parts at once, none of which ends, then much text for a part that is not the first. */
function* hostileEvents(): Generator<StreamEvent> {
  yield { type: 'response-start', id: 'msg_1', model: 'demo' }
  for (let part = 0; part < 200; part++) {
    yield {
      type: 'part-start',
      candidate: 0,
      part,
      value: { type: 'tool-call', callId: `call_${part}`, name: 'f', kind: 'function', arguments: '' },
    }
  }
  for (let i = 0; i < 200; i++) yield { type: 'part-delta', candidate: 0, part: i, delta: { type: 'arguments', text: 'x'.repeat(1_000) } }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
