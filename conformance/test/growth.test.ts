import { lawGrowth, spellGrowth, type GrowthRow } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { requestShapes } from '../src/growth/request-shapes.ts'

test('work grows with the number of tools, whatever they are called', { timeout: 60_000 }, () => {
  const rows: GrowthRow[] = []
  const found = lawGrowth(requestShapes(new Set(['tools, one names', 'tools, bad names', 'allowed tools'])), 400, rows)
  expect(found, spellGrowth(rows, 400)).toEqual([])
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
