import { expect, test } from 'vitest'
import { fuzzFrames } from '../src/fuzz-frames.ts'

test('20,000 broken frames of event streams end in failures of ours or go all the way, in bounded time', { timeout: 300_000 }, () => {
  const { faults, frames, ways } = fuzzFrames(20_000, 7)
  expect(faults).toEqual([])
  expect(frames).toBeGreaterThanOrEqual(20_000)
  // Broken streams and whole ones.
  expect(Object.keys(ways)).toEqual(
    expect.arrayContaining(['invoke: completed', 'invoke: failed', 'converse: completed', 'converse: failed']),
  )
})

test('a stream depends on its seed and number alone', () => {
  expect(fuzzFrames(500, 3)).toEqual(fuzzFrames(500, 3))
})
