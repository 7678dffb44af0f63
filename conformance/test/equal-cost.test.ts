import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import { answerTranslation, createTestContext, lawEqualCost, type Recording, type Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { chatAnswer, messagesAnswer } from '../src/case-documents.ts'
import { crossAnswer } from '../src/cross.ts'
import { equalCost, equalRecord, saidBuckets } from '../src/equal-cost.ts'
import type { FormatId } from '../src/format-id.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'

/** Exchanges whose upstream contradicts itself, so that no format can say its counts: more cached tokens than tokens. */
const contradicting: ReadonlySet<string> = new Set([
  'chat/odd-cache',
  'chat.rub.arams-azure-grok-4-1-fast-non-reasoning-supports-response-format-param.0.bef98b',
  'chat.rub.can-use-tools-without-parameters-in-multi-turn-streaming-conversations.3.01795d',
])

function differences(recorded: readonly Recording[], format: FormatId, least: number): void {
  const found: string[] = []
  const broken = new Set<string>()
  let cases = 0
  const judge = (id: string, violations: readonly Violation[] | undefined): void => {
    if (violations === undefined) return
    cases++
    if (violations.length > 0 && contradicting.has(id)) broken.add(id)
    else for (const { message } of violations) found.push(`${id}: ${message}`)
  }
  for (const recording of recorded) {
    judge(recording.id, equalRecord(recording, format))
    for (const other of othersOf(format)) judge(recording.id, equalCost(recording, format, other))
  }
  expect(found).toEqual([])
  expect(cases).toBeGreaterThan(least)
  expect(recorded.filter(({ id }) => contradicting.has(id) && !broken.has(id)).map(({ id }) => id)).toEqual([])
}

describeRecordings('the recorded exchanges', recordings, () => {
  const sets = recordedCorpus().filter(({ counts }) => counts === undefined)

  test.each(sets.map(({ format, recordings: all = [] }) => [format, all] as const))(
    'of %s cost the same in each format, as documents, as streams and in records',
    (format, all) => differences(all, format, 300),
    600_000,
  )
})

describe('our own exchanges', () => {
  test.each(formatIds)('of %s cost the same in each format', (format) => differences(ownCorpus(format), format, 50), 600_000)
})

test('reasoning that xAI counts beside the completion is paid for', () => {
  const usage = { prompt_tokens: 291, completion_tokens: 26, total_tokens: 506, completion_tokens_details: { reasoning_tokens: 189 } }
  const body = { ...chatAnswer({ message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }), usage }
  expect(crossAnswer('chat', 'messages', body).body['usage']).toMatchObject({ input_tokens: 291, output_tokens: 215 })
  expect(crossAnswer('chat', 'chat', body).body['usage']).toEqual(usage)
})

const dear: JsonObject = {
  input_tokens: 50,
  cache_read_input_tokens: 18_000,
  cache_creation_input_tokens: 2_000,
  cache_creation: { ephemeral_5m_input_tokens: 1_500, ephemeral_1h_input_tokens: 500 },
  output_tokens: 300,
}
const bill = messagesAnswer({ content: [{ type: 'text', text: 'Hi.' }], stop_reason: 'end_turn' })

/** Usage that a client of `target` reads if its adapter changes the usage of answers by `change`. */
function brokenUsage(target: FormatId, change: (usage: Record<string, unknown>) => void): Usage {
  const pair = pairOf('messages', target)
  const broken = {
    ...pair.target,
    encodeResponse(...args: Parameters<typeof pair.target.encodeResponse>) {
      const reply = pair.target.encodeResponse(...args)
      const body = structuredClone(reply.body) as Record<string, Record<string, unknown>> // an answer with usage
      change(body['usage'] ?? {})
      return { ...reply, body }
    },
  }
  const done = answerTranslation({ ...pair, target: broken })({ ...bill, usage: dear })
  if (done.type === 'refused') throw new Error(done.message)
  const { adapter } = formats[target]
  const { context } = createTestContext()
  return (
    adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: done.output }, context), context).usage ?? {
      input: {},
      output: {},
    }
  )
}

test.each<readonly [string, FormatId, (usage: Record<string, unknown>) => void]>([
  ['counts what was cached twice', 'chat', (usage) => void (usage['prompt_tokens'] = 40_050)],
  ['leaves out what was read from the cache', 'responses', (usage) => void delete usage['input_tokens_details']],
  [
    'gives writes of an hour the price of short ones',
    'responses',
    ({ input_tokens_details: details }) => {
      if (isJsonObject(details)) Object.assign(details, { cache_write_tokens_details: { ttl_30m_tokens: 2_000, ttl_12h_tokens: 0 } })
    },
  ],
  ['loses a token of the output', 'chat', (usage) => void (usage['completion_tokens'] = 299)],
])('the law catches an adapter that %s', (_, target, change) => {
  const { adapter } = formats.messages
  const { context } = createTestContext()
  const { usage } = adapter.decodeResponse(
    adapter.parseResponse({ status: 200, headers: {}, body: { ...bill, usage: dear } }, context),
    context,
  )
  expect(lawEqualCost(usage ?? { input: {}, output: {} }, brokenUsage(target, change), saidBuckets[target])).not.toEqual([])
})
