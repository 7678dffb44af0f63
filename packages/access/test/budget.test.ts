import { expect, test } from 'vitest'
import { budgetPeriod } from '../src/limits/budget.ts'

const at = Date.UTC(2026, 11, 31, 23, 59)

test.each([
  ['day', '2026-12-31', Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 1)],
  ['month', '2026-12', Date.UTC(2026, 11), Date.UTC(2027, 0)],
] as const)('a budget for a %s begins and ends with it, by the calendar of UTC', (period, name, from, to) => {
  expect(budgetPeriod(period, at)).toEqual({ name, from, to })
  expect(budgetPeriod(period, to).name).not.toBe(name)
})

test('a budget in total never begins again', () => {
  expect(budgetPeriod('total', at)).toEqual({ name: 'total' })
})
