import { lawGrowth, spellGrowth, type GrowthRow } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { requestShapes } from '../src/growth/request-shapes.ts'
import { streamShapes } from '../src/growth/stream-shapes.ts'

test.each([
  ['requests', requestShapes(), 2000],
  ['streams', streamShapes(), 2000],
])('the work of %s grows with their size', { timeout: 900_000 }, (_, shapes, n) => {
  const rows: GrowthRow[] = []
  const found = lawGrowth(shapes, n, rows)
  process.stdout.write(`${spellGrowth(rows, n)}\n`)
  expect(found).toEqual([])
})
