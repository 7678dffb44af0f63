import type { GenerateResponse, Json, Usage } from '@interlingua/core'
import { answerTranslation, arbitraryUsage, createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { pairOf } from '../src/pair-of.ts'
import { streamOf } from '../src/stream-of.ts'
import { crossStream } from '../src/cross.ts'
import { runs } from '../../tools/runs.ts'

const settings = runs(200)

/** Cost of a response in a made-up currency, in which every bucket has its price. */
function cost({ input, output }: Usage): number {
  return (
    (input.fresh ?? 0) * 20 +
    (input.toolUse ?? 0) * 20 +
    (input.cacheRead ?? 0) * 2 +
    (input.cacheWrite ?? 0) * 25 +
    (output.total ?? 0) * 100
  )
}

/** Usage in buckets that all formats on the way have: native contents counts no cache writes. */
function sayable(usage: Usage, ...formatsOnTheWay: readonly FormatId[]): Usage {
  if (!formatsOnTheWay.includes('contents')) return usage
  const { cacheWrite = 0, cacheWriteByTtl: _, ...input } = usage.input
  return { ...usage, input: { ...input, ...(input.fresh !== undefined && { fresh: input.fresh + cacheWrite }) } }
}

const answerWith = (usage: Usage): GenerateResponse => ({
  id: 'msg_1',
  model: 'demo',
  createdAt: 1_767_225_600_000,
  status: 'completed',
  candidates: [{ index: 0, parts: [{ type: 'text', text: 'Hi.' }], finish: { unified: 'stop' } }],
  usage,
})

function wireOf(format: FormatId, usage: Usage): Json {
  const { context } = createTestContext()
  return JSON.parse(JSON.stringify(formats[format].adapter.encodeResponse(answerWith(usage), context).body)) as Json // a body is JSON
}

function usageOf(format: FormatId, body: unknown): Usage {
  const { adapter } = formats[format]
  const { context } = createTestContext()
  return (
    adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context).usage ?? { input: {}, output: {} }
  )
}

function translated(source: FormatId, target: FormatId, body: Json): Json {
  const done = answerTranslation(pairOf(source, target))(body)
  if (done.type === 'refused') throw new Error(done.message)
  return done.output
}

describe.each(formatPairs)('usage from %s to %s', (source, target) => {
  test('pitfall 42: no token is lost or counted twice, and the bill is the same', () => {
    fc.assert(
      fc.property(arbitraryUsage, (usage) => {
        const before = usageOf(source, wireOf(source, sayable(usage, source, target)))
        const after = usageOf(target, translated(source, target, wireOf(source, sayable(usage, source, target))))
        expect([after.input.total, after.output.total]).toEqual([before.input.total, before.output.total])
        expect(after.output.reasoning ?? 0).toBe(before.output.reasoning ?? 0)
        expect(cost(after)).toBe(cost(before))
        expect(cost(before)).toBe(cost(sayable(usage, source, target)))
      }),
      settings,
    )
  })

  test('pitfall 42: the totals stay whatever buckets there are', () => {
    fc.assert(
      fc.property(arbitraryUsage, (usage) => {
        const before = usageOf(source, wireOf(source, usage))
        const after = usageOf(target, translated(source, target, wireOf(source, usage)))
        expect([after.input.total, after.output.total]).toEqual([before.input.total, before.output.total])
        expect((after.input.fresh ?? 0) + (after.input.cacheRead ?? 0) + (after.input.cacheWrite ?? 0) + (after.input.toolUse ?? 0)).toBe(
          after.input.total,
        )
      }),
      settings,
    )
  })

  test('pitfall 43: a stream bills what its document bills', () => {
    fc.assert(
      fc.property(arbitraryUsage, (usage) => {
        const body = wireOf(source, sayable(usage, source, target)) as never // an answer is an object
        const document = formats[target].documentOf(crossStream(source, target, streamOf(source, body)))
        expect(cost(usageOf(target, document))).toBe(cost(usageOf(target, translated(source, target, body))))
      }),
      { ...settings, numRuns: 50 },
    )
  })
})

test('pitfall 42: a round through all formats bills the same', () => {
  fc.assert(
    fc.property(arbitraryUsage, fc.shuffledSubarray([...formatIds], { minLength: formatIds.length }), (usage, way) => {
      const said = sayable(usage, ...way)
      let [at = 'messages'] = way
      let body = wireOf(at, said)
      for (const next of way.slice(1)) {
        body = translated(at, next, body)
        at = next
      }
      expect(cost(usageOf(at, body))).toBe(cost(said))
    }),
    settings,
  )
})
