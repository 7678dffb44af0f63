import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeUsage } from '@interlingua/core'
import { inputFromBuckets, inputFromTotal, mergeExtensions } from '@interlingua/core/adapter'
import { arbitraryUsage } from './arbitrary-response.ts'

const tokens = fc.nat(1_000_000)
const maybe = fc.option(tokens, { nil: undefined })
const present = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T // leaves out what is undefined

describe('pitfall 42: the usage algebra', () => {
  it('conserves: disjoint buckets sum to the total, from either side', () => {
    fc.assert(
      fc.property(tokens, maybe, maybe, maybe, (fresh, cacheRead, cacheWrite, toolUse) => {
        const buckets = present({ fresh, cacheRead, cacheWrite, toolUse })
        const input = inputFromBuckets(buckets as { fresh: number })
        expect(input.total).toBe((input.fresh ?? 0) + (input.cacheRead ?? 0) + (input.cacheWrite ?? 0) + (input.toolUse ?? 0))
        const { fresh: _, ...rest } = input
        expect(inputFromTotal({ ...rest, total: input.total ?? 0 })).toEqual(input)
      }),
    )
  })

  it('never gives a negative bucket, whatever the source says', () => {
    fc.assert(
      fc.property(tokens, tokens, tokens, (total, cacheRead, cacheWrite) => {
        const { fresh } = inputFromTotal({ total, cacheRead, cacheWrite })
        expect(fresh).toBe(Math.max(0, total - cacheRead - cacheWrite))
      }),
    )
  })

  it('does not know a total where the fresh part is unknown', () => {
    expect(inputFromBuckets({ cacheRead: 5 })).toEqual({ cacheRead: 5 })
  })

  it('absent stays absent', () => {
    expect(inputFromBuckets({ fresh: 3 })).toEqual({ total: 3, fresh: 3 })
    expect(inputFromTotal({ total: 3 })).toEqual({ total: 3, fresh: 3 })
  })
})

describe('pitfalls 42 and 43: merged usage', () => {
  it('sets and never adds: the same report twice is one report', () => {
    fc.assert(
      fc.property(arbitraryUsage, (usage) => {
        expect(mergeUsage(mergeUsage(undefined, usage), usage)).toEqual(usage)
      }),
    )
  })

  it('takes each bucket from the last report that has it', () => {
    fc.assert(
      fc.property(fc.array(arbitraryUsage, { minLength: 1, maxLength: 5 }), (reports) => {
        const merged = reports.reduce((earlier, next) => mergeUsage(earlier, next))
        for (const side of ['input', 'output'] as const) {
          const expected = Object.assign({}, ...reports.map((report) => report[side])) as object
          expect(merged[side]).toEqual(expected)
        }
      }),
    )
  })

  it('is associative', () => {
    fc.assert(
      fc.property(arbitraryUsage, arbitraryUsage, arbitraryUsage, (a, b, c) => {
        expect(mergeUsage(mergeUsage(a, b), c)).toEqual(mergeUsage(a, mergeUsage(b, c)))
      }),
    )
  })
})

it('extension boxes are merged key by key, the later winning', () => {
  const earlier = { chat: { rest: { a: 1, b: 1 } }, messages: { hint: { h: true } } }
  const next = { chat: { rest: { b: 2 }, hint: { x: null } }, responses: { rest: {} } }
  expect(mergeExtensions(earlier, next)).toEqual({
    chat: { rest: { a: 1, b: 2 }, hint: { x: null } },
    messages: { hint: { h: true } },
    responses: { rest: {} },
  })
  expect(mergeExtensions(undefined, next)).toBe(next)
  expect(mergeExtensions(earlier, undefined)).toBe(earlier)
  expect(earlier).toEqual({ chat: { rest: { a: 1, b: 1 } }, messages: { hint: { h: true } } })
})
