import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createIdDeriver, deriveId } from '@interlingua/core/adapter'

vi.setConfig({ testTimeout: 60_000 })

const seed = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer()), { maxLength: 4 })

it('pitfall 16: depends on its arguments alone, in the alphabet and length that every format takes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{0,60}$/), seed, (prefix, values) => {
      const id = deriveId(prefix, ...values)
      expect(id).toBe(deriveId(prefix, ...values))
      expect(id).toMatch(/^[A-Za-z0-9_-]{24,40}$/)
      expect(id.startsWith(prefix.slice(0, 16))).toBe(true)
    }),
  )
})

it('derives the same ids from a beginning that was read once', () => {
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double())
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), part, part, (beginning, one, other) => {
      const [first = '', ...others] = beginning
      const derive = createIdDeriver(first, ...others)
      expect(derive('fc_', one)).toBe(deriveId('fc_', ...beginning, one))
      expect(derive('msg_', other)).toBe(deriveId('msg_', ...beginning, other))
    }),
  )
})

it('stays the same from release to release', () => {
  expect(deriveId('call_', 'resp_1', 0, 1)).toBe(pinned)
})
const pinned = 'call_o4xgvl7lk4vtsgea2cumjpem'

it('keeps seeds apart that only look alike', () => {
  const ids = [
    deriveId('', 'a', 'b'),
    deriveId('', 'ab'),
    deriveId('', 'a,b'),
    deriveId('', 'a', 'b', ''),
    deriveId('', 1),
    deriveId('', '1'),
    deriveId(''),
    deriveId('', ''),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

it('does not collide over 300,000 seeds of the kinds that occur', () => {
  const ids = new Set<string>()
  for (let index = 0; index < 100_000; index += 1) {
    ids.add(deriveId('call_', `resp_${index}`, 0, 0))
    ids.add(deriveId('call_', 'resp', index % 300, Math.floor(index / 300)))
    ids.add(deriveId('call_', index))
  }
  expect(ids.size).toBe(300_000)
})

it('spreads over all digits: a changed seed leaves as many digits as chance would', () => {
  let same = 0
  let total = 0
  for (let index = 0; index < 2000; index += 1) {
    const [one, other] = [deriveId('', 'x', index), deriveId('', 'x', index + 1)]
    for (let at = 0; at < one.length; at += 1) if (one[at] === other[at]) same += 1
    total += one.length
  }
  expect(same / total).toBeGreaterThan(0.02) // 1 in 32 by chance
  expect(same / total).toBeLessThan(0.045)
})
