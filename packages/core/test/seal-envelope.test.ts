import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Seal } from '@interlingua/core'
import { unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import { runs } from '../../../tools/runs.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
const seals = fc.record(
  { format: label, vendor: label, model: label, data: text, attachTo: label },
  { requiredKeys: ['format', 'data'] },
) as fc.Arbitrary<Seal> // without undefined values

it('a seal comes back from its envelope as it was, in any script', () => {
  fc.assert(
    fc.property(seals, (seal) => {
      const wrapped = wrapSeal(seal)
      expect(unwrapSeal(wrapped)).toEqual(seal)
      expect(wrapped).toMatch(/^SUwB[A-Za-z0-9+/]*={0,2}$/)
      expect(Buffer.from(wrapped, 'base64').toString('base64')).toBe(wrapped)
    }),
    runs(500),
  )
  for (const data of ['', '%', '%41', 'ü\u0000€𝒳👨‍👩‍👧', '\u{10FFFF}', 'EqQBCkYIARgCKkA=='])
    expect(unwrapSeal(wrapSeal({ format: 'messages', data }))).toEqual({ format: 'messages', data })
})

it('an envelope is the base64 of its bytes, whatever their number', () => {
  const labels = [3, ...Buffer.from('a/b'), 0, 0, 0]
  for (const data of ['', 'x', 'xy', 'xyz', '[{"t":[["a thought"]]}]'.repeat(50), 'größer', '\u007f\u0080'])
    expect(wrapSeal({ format: 'a/b', data })).toBe(Buffer.from([0x49, 0x4c, 1, ...labels, ...Buffer.from(data)]).toString('base64'))
})

it('pitfall 6: nothing but an envelope is taken for one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.base64String(), fc.string({ unit: 'binary' })), (data) => {
      fc.pre(!data.startsWith('SUwB'))
      expect(unwrapSeal(data)).toBeUndefined()
    }),
  )
})

it('a damaged envelope is none, or gives some seal, but never throws', () => {
  fc.assert(
    fc.property(seals, fc.nat(), fc.string({ maxLength: 3 }), (seal, at, noise) => {
      const wrapped = wrapSeal(seal)
      const place = 4 + (at % wrapped.length)
      const damaged = unwrapSeal(wrapped.slice(0, place) + noise + wrapped.slice(place + 2))
      expect(damaged === undefined || typeof damaged.data === 'string').toBe(true)
      expect(unwrapSeal(wrapped.slice(0, 5))).toBeUndefined()
    }),
  )
})

it('a label over its length is cut between characters', () => {
  const model = `${'a'.repeat(254)}ü`
  expect(unwrapSeal(wrapSeal({ format: 'messages', model, data: 'x' }))).toEqual({ format: 'messages', model: 'a'.repeat(254), data: 'x' })
})

it('an envelope is the same in an engine without base64 functions', async () => {
  const { btoa, atob } = globalThis
  Object.assign(globalThis, { btoa: undefined, atob: undefined })
  const again = '../src/seal-envelope.ts?bare'
  const bare = (await import(again)) as { readonly wrapSeal: typeof wrapSeal; readonly unwrapSeal: typeof unwrapSeal } // the same file, loaded once more
  Object.assign(globalThis, { btoa, atob })
  fc.assert(
    fc.property(seals, fc.nat(), fc.constantFrom('', ' ', '\n', '=', '-', 'A', '€'), (seal, at, noise) => {
      const wrapped = wrapSeal(seal)
      const place = 4 + (at % wrapped.length)
      const damaged = wrapped.slice(0, place) + noise + wrapped.slice(place)
      expect(bare.wrapSeal(seal)).toBe(wrapped)
      expect(bare.unwrapSeal(wrapped)).toEqual(seal)
      expect(bare.unwrapSeal(damaged)).toEqual(unwrapSeal(damaged))
    }),
    runs(300),
  )
})
