import { defaultLimits, isInterlinguaError } from '@interlingua/core'
import type { GenerateAdapter, Json, JsonObject, Limits, StreamEvent } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { createTestContext } from './create-test-context.ts'
import { messageOf, replyOf } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

const tight: Limits = { depth: 40, nodes: 5_000, parts: 16, candidates: 4, bufferedBytes: 50_000, eventBytes: 50_000, arrayIndex: 32 }

/** Bounded: hostile depth, counts, indexes and sizes meet a limit, not memory, and never anything but our own errors. */
export function lawBounded(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  const overrides = settings.context?.(exchange)
  const contextWith = (limits: Limits) => createTestContext({ ...overrides, limits }).context
  return [
    ...attempt('bounded documents', (say) => {
      for (const [what, value] of hostileValues()) {
        const message = messageOf(exchange)
        if (message !== undefined && isObject(message.body)) {
          const body = { ...message.body, hostile: value }
          const refused = limits(() => adapter.parseRequest({ ...message, body }, contextWith(tight)))
          if (!refused) say('', `a request with ${what} is taken`)
        }
        const reply = replyOf(exchange)
        if (reply !== undefined && reply.status < 400 && isObject(reply.body)) {
          const body = { ...reply.body, hostile: value }
          const refused = limits(() => adapter.parseResponse({ ...reply, body }, contextWith(tight)))
          if (!refused) say('', `an answer with ${what} is taken`)
        }
      }
    }),
    ...attempt('bounded streams', (say) => {
      if (exchange.stream === undefined) return
      for (const [what, text] of hostileStreams(exchange.stream)) {
        const events = readStream(adapter, [text], contextWith(what === 'plain' ? defaultLimits : tight))
        for (const breach of checkStreamGrammar(events)) say('', `${what}: ${breach}`)
        const parts = events.filter(({ type }) => type === 'part-start').length
        if (parts > 4 * tight.parts && what !== 'plain') say('', `${what}: ${parts} parts were opened`)
      }
      const held = writeStream(adapter, hostileEvents(), contextWith(tight))
      if (held.length > 100 * tight.bufferedBytes) say('', 'a writer gave more than it was given')
    }),
  ]
}

/** True where the call ends in one of our own errors; any other error goes on. */
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

/** The sample with its indexes blown up, its events repeated, one event grown, and a value nested beyond reason. */
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
