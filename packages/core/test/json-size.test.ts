import { jsonSize } from '@interlingua/core/adapter'
import { parseJson } from '../src/index.ts'
import { expect, test } from 'vitest'

test('the size of a value grows with its texts, keys and entries, and any depth is counted', () => {
  expect(jsonSize('x'.repeat(100))).toBeGreaterThan(99)
  expect(jsonSize({ ['k'.repeat(100)]: null })).toBeGreaterThan(99)
  expect(jsonSize(Array.from({ length: 100 }, () => 0))).toBeGreaterThan(99)
  const deep = parseJson(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  expect(jsonSize(deep ?? null)).toBeGreaterThan(5000)
})
