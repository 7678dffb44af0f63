import { describe, expect, it } from 'vitest'
import { checkLimits, defaultLimits, isInterlinguaError, LimitError } from '@interlingua/core'

const limits = { ...defaultLimits, depth: 5, nodes: 20 }
const check = (document: unknown): void => checkLimits('chat', document, limits)

describe('limits of a document', () => {
  it('let pass what is within', () => {
    for (const document of [null, 'x', 1, [], {}, [[[[[]]]]], { a: [{ b: [{}] }] }, Array.from({ length: 19 }, () => 0)]) expect(() => check(document)).not.toThrow()
  })

  it('refuse one level or one value more, in the terms of the format', () => {
    for (const document of [[[[[[[]]]]]], { a: { a: { a: { a: { a: { a: 1 } } } } } }, Array.from({ length: 20 }, () => 0), Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 0]))]) {
      expect(() => check(document)).toThrow(LimitError)
    }
    try {
      check([[[[[[]]]]]])
    } catch (error) {
      expect(isInterlinguaError(error) && [error.code, error.format, error.path]).toEqual(['limit', 'chat', ''])
    }
  })

  it.each(['[', '{"a":'])('meet 100,000 levels of %s without a stack', (open) => {
    const close = open === '[' ? ']' : '}'
    // JSON.parse itself has no limit of depth.
    const document: unknown = JSON.parse(`${open.repeat(100_000)}${open === '[' ? '' : '1'}${close.repeat(100_000)}`)
    expect(() => checkLimits('chat', document, defaultLimits)).toThrow('nested deeper than 200 levels')
    expect(() => checkLimits('chat', document, { ...defaultLimits, depth: 200_000 })).not.toThrow()
  })

  it('cost grows linearly', () => {
    const time = (size: number): number => {
      const document = Array.from({ length: size }, (_, index) => ({ role: 'user', content: [{ type: 'text', text: `${index}` }] }))
      const start = performance.now()
      checkLimits('chat', document, defaultLimits)
      return performance.now() - start
    }
    time(20_000)
    const small = Math.min(time(10_000), time(10_000), time(10_000))
    expect(time(160_000)).toBeLessThan(16 * 6 * Math.max(small, 0.5)) // quadratic would be 256 times
  })
})
