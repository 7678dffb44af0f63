import { isJsonObject } from '@interlingua/core'
import { translateStreamText } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatIds, formats } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'

type Counts = Readonly<Record<string, number>>

const frame = (text: string, usageMetadata: Counts, finish?: string): string =>
  `data: ${JSON.stringify({
    responseId: 'g',
    modelVersion: 'm',
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...(finish !== undefined && { finishReason: finish }) }],
    usageMetadata,
  })}\n\n`

const counts = fc.record(
  {
    promptTokenCount: fc.integer({ min: 200, max: 300 }),
    candidatesTokenCount: fc.integer({ min: 1, max: 99 }),
    thoughtsTokenCount: fc.integer({ min: 1, max: 99 }),
    cachedContentTokenCount: fc.integer({ min: 1, max: 99 }),
    toolUsePromptTokenCount: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ['promptTokenCount'] },
)

const total = (usage: Counts): Counts => ({
  ...usage,
  totalTokenCount: ['promptTokenCount', 'toolUsePromptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount'].reduce(
    (sum, key) => sum + (usage[key] ?? 0),
    0,
  ),
})

describe.each(formatIds)('usage of a Gemini stream towards %s', (target) => {
  test('is that of the last snapshot, whatever those before it said', () => {
    const { asked, documentOf } = formats[target]
    /** Usage with a count of 0, which replaces an earlier snapshot's; null means absent. */
    const usageOf = (document: unknown): unknown => {
      const body = isJsonObject(document) ? document : {}
      return JSON.parse(JSON.stringify(body['usage'] ?? body['usageMetadata'] ?? null), (_, value: unknown) =>
        value === 0 || value === null || (isJsonObject(value) && Object.values(value).every((inner) => inner === undefined || inner === 0))
          ? undefined
          : value,
      )
    }
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 20 }), counts, (earlier, last) => {
        const stream = (list: readonly Counts[]): string =>
          list.map((usage, index) => frame('x', total(usage), index === list.length - 1 ? 'STOP' : undefined)).join('')
        const usage = (list: readonly Counts[]): unknown =>
          usageOf(documentOf(translateStreamText(pairOf('contents', target), [stream(list)], asked).text))
        expect(usage([...earlier, last])).toEqual(usage([last]))
      }),
      { numRuns: 50 },
    )
  })
})
