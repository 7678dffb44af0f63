import { expect, test } from 'vitest'
import { createConcurrencyQueue } from '../src/concurrency-queue.ts'

test('who comes first is served first, and a place goes from hand to hand', () => {
  const line = createConcurrencyQueue({ limit: 2, queue: 2, timeoutMs: 10_000 })
  const seen: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    line.enter(
      () => void seen.push(name),
      () => void seen.push(`${name} full`),
    )
  expect([seen, line.running, line.waiting]).toEqual([['a', 'b', 'e full'], 2, 2])
  line.leave()
  expect([seen.at(-1), line.running, line.waiting]).toEqual(['c', 2, 1])
  line.leave()
  line.leave()
  line.leave()
  expect([seen.at(-1), line.running, line.waiting]).toEqual(['d', 0, 0])
})

test('who steps out leaves the place to the next', () => {
  const line = createConcurrencyQueue({ limit: 1, queue: 2, timeoutMs: 10_000 })
  const seen: string[] = []
  const full = (): void => void seen.push('full')
  line.enter(() => void seen.push('a'), full)
  const stepOut = line.enter(() => void seen.push('b'), full)
  line.enter(() => void seen.push('c'), full)
  stepOut()
  line.leave()
  expect(seen).toEqual(['a', 'c'])
})

test('who waits too long is told so, and is not called any more', async () => {
  const line = createConcurrencyQueue({ limit: 1, queue: 1, timeoutMs: 20 })
  const seen: string[] = []
  line.enter(
    () => void seen.push('a'),
    () => {},
  )
  await new Promise<void>((done) => {
    line.enter(
      () => void seen.push('b'),
      () => {
        seen.push('b full')
        done()
      },
    )
  })
  line.leave()
  expect([seen, line.running, line.waiting]).toEqual([['a', 'b full'], 0, 0])
})
