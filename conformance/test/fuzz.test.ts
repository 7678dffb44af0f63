import { expect, test } from 'vitest'
import { fuzz } from '../src/fuzz.ts'

test('mutated bodies and streams end in our own errors, or go all the way', () => {
  const { faults, ways } = fuzz(5_000, 7)
  expect(faults).toEqual([])
  expect(Object.keys(ways).length).toBeGreaterThan(6)
})

test('a run depends on its seed and number alone', () => {
  expect(fuzz(300, 3)).toEqual(fuzz(300, 3))
})
