import { lawGrowth, formatGrowth, type GrowthRow } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { requestShapes } from '../src/growth/request-shapes.ts'
import { streamShapes } from '../src/growth/stream-shapes.ts'

test.each([
  ['requests', requestShapes(), 2000],
  ['streams', streamShapes(), 2000],
])('the work of %s grows with their size', { timeout: 900_000 }, (_, shapes, n) => {
  const rows: GrowthRow[] = []
  const found = lawGrowth(shapes, n, rows)
  process.stdout.write(`${formatGrowth(rows, n)}\n`)
  // By their messages, which a report shows whole.
  expect(found.map(({ message }) => message)).toEqual([])
})

test.each(formatIds)('the law catches an adapter of %s that compares each tool with every other', { timeout: 60_000 }, (to) => {
  const { adapter } = formats[to]
  const slow: typeof adapter = {
    ...adapter,
    lowerRequest(request, context) {
      const names = (request.tools ?? []).map(({ name }) => name)
      let same = 0
      for (const a of names) for (const b of names) if (a.localeCompare(b) === 0) same++
      if (same < 0) throw new TypeError('there is no such count')
      return adapter.lowerRequest(request, context)
    },
  }
  const shapes = requestShapes(new Set(['tools, good names']), (id) => (id === to ? slow : formats[id].adapter))
  const [from] = othersOf(to)
  const found = lawGrowth(
    shapes.filter(({ name }) => name.startsWith(`${from} to`)),
    1000,
  )
  expect(found.map(({ message }) => message.split(':')[0])).toEqual([`${from} to ${to}`])
})
