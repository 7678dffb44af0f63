import { createFrameRest } from '@interlingua/core/adapter'
import { expect, test } from 'vitest'

test('what waits for an event is written with it once, at every depth, and takes nothing from it', () => {
  const rest = createFrameRest()
  rest.hold('a', { new: 1, known: 2, part: { new: 3, list: [null, { new: 4 }] } })
  rest.hold('a', { new: 5, other: 6 })
  expect(rest.isIdle()).toBe(false)
  expect(rest.join('b', { known: 0 })).toEqual({ known: 0 })
  expect(rest.join('a', { known: 0, part: { list: [{ x: 1 }, { x: 2 }, { x: 3 }] } })).toEqual({
    known: 0,
    new: 1,
    other: 6,
    part: { new: 3, list: [{ x: 1 }, { x: 2, new: 4 }, { x: 3 }] },
  })
  expect(rest.isIdle()).toBe(true)
  expect(rest.join('a', { known: 0 })).toEqual({ known: 0 })
})

test('what no event came for is left, and what is held is counted', () => {
  const rest = createFrameRest()
  expect(rest.held()).toBe(0)
  rest.hold('a', { x: 'long enough' })
  rest.hold('b', JSON.parse('{"__proto__":1}') as { __proto__: number })
  expect(rest.held()).toBeGreaterThan(20)
  expect(rest.join('b', {})).toEqual(JSON.parse('{"__proto__":1}'))
  expect(rest.takeAll()).toEqual([{ x: 'long enough' }])
  expect([rest.isIdle(), rest.held()]).toEqual([true, 0])
})
