import { describe, expect, it, vi } from 'vitest'
import { defaultLimits, isInterlinguaError, LimitError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'

vi.setConfig({ testTimeout: 60_000 })

const limits = { ...defaultLimits, depth: 5, nodes: 20 }
const check = (document: unknown): void => checkLimits('chat', document, limits)

describe('limits of a document', () => {
  it('let pass what is within', () => {
    for (const document of [null, 'x', 1, [], {}, [[[[[]]]]], { a: [{ b: [{}] }] }, Array.from({ length: 19 }, () => 0)])
      expect(() => check(document)).not.toThrow()
  })

  it('refuse one level or one value more, in the terms of the format', () => {
    for (const document of [
      [[[[[[]]]]]],
      { a: { a: { a: { a: { a: { a: 1 } } } } } },
      Array.from({ length: 20 }, () => 0),
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 0])),
    ]) {
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

  it('look once at each value: cost grows linearly', () => {
    const reads = (size: number): number => {
      let count = 0
      const counted = <T extends object>(value: T): T =>
        new Proxy(value, {
          get(target, key, receiver) {
            count += 1
            return Reflect.get(target, key, receiver) as unknown
          },
        })
      checkLimits(
        'chat',
        counted(Array.from({ length: size }, (_, index) => counted({ role: 'user', content: counted([counted({ text: `${index}` })]) }))),
        defaultLimits,
      )
      return count
    }
    expect(reads(8000)).toBeLessThan(8.1 * reads(1000))
    expect(reads(1000)).toBeLessThan(20 * 1000)
  })
})
