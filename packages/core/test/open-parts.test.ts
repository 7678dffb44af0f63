import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOpenParts } from '@interlingua/core/adapter'

const number = fc.integer({ min: -3, max: 5 })
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), number, value: fc.string() }),
  fc.record({ do: fc.constant('delete' as const), number }),
)

it('holds what a map would hold, in its order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const parts = createOpenParts<string>()
      const map = new Map<number, string>()
      for (const taken of steps) {
        if (taken.do === 'set') {
          parts.set(taken.number, taken.value)
          map.set(taken.number, taken.value)
        } else {
          parts.delete(taken.number)
          map.delete(taken.number)
        }
        expect(parts.values()).toEqual([...map.values()])
        for (let at = -3; at <= 5; at++) expect(parts.get(at)).toBe(map.get(at))
      }
    }),
  )
})
