import { expect, test } from 'vitest'
import { readTiers, tierOf } from '../tier.ts'

test('npm test runs the fast tier, or those that it is asked for, and leaves other arguments to vitest', () => {
  expect(readTiers([])).toEqual({ tiers: ['fast'], rest: [] })
  expect(readTiers(['--slow'])).toEqual({ tiers: ['slow'], rest: [] })
  expect(readTiers(['--project', 'tools', '--all', '-t', 'x'])).toEqual({
    tiers: ['fast', 'slow'],
    rest: ['--project', 'tools', '-t', 'x'],
  })
})

test('vitest alone runs all tests', () => {
  expect([tierOf({}), tierOf({ INTERLINGUA_TIER: 'fast' }), tierOf({ INTERLINGUA_TIER: 'other' })]).toEqual(['all', 'fast', 'all'])
})
