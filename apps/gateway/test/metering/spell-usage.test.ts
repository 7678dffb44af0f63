import { expect, test } from 'vitest'
import { spellUsage } from '../../src/cli/spell-usage.ts'

const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }
const row = (group: string) => ({ group, requests: 2, failed: 1, tokens, cost: '0' })
const report = { object: 'list', currency: 'USD', data: [row('gpt-5'), row('')] } as const

test('requests without a model are named so, and only the sum over all is called all', () => {
  expect(spellUsage(report, 'model')).toContain('(no model)')
  expect(spellUsage(report, 'model')).not.toMatch(/^all /m)
  expect(spellUsage({ ...report, data: [row('')] }, 'all')).toMatch(/^all /m)
})
