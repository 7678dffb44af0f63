import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findModelProfile, type ModelProfile } from '@interlingua/core'
import { runs } from '../../../tools/runs.ts'

const profile = (pattern: string): ModelProfile => ({ format: 'messages', pattern, asOf: '2026-11-01' })
const fits = (pattern: string, model: string): boolean => findModelProfile([profile(pattern)], model) !== undefined

it.each([
  ['claude-opus-4-7', 'claude-opus-4-7', true],
  ['claude-opus-4-7', 'claude-opus-4-7-1', false],
  ['claude-opus-4*', 'claude-opus-4', true],
  ['claude-opus-4*', 'claude-opus-4-7', true],
  ['*opus*', 'anthropic/claude-opus-4', true],
  ['*-mini', 'gpt-5-mini', true],
  ['*-mini', 'gpt-5-mini-2', false],
  ['gpt-*-mini', 'gpt-5-mini', true],
  ['gpt-*-mini', 'gpt-mini', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*a', 'aba', true],
  ['a*ab*b', 'aab', false],
  ['*', '', true],
  ['**', 'x', true],
  ['', '', true],
  ['', 'x', false],
  ['gpt-4.1', 'gpt-401', false],
  ['[a-z]+', 'abc', false],
])('%s and %s: %s', (pattern, model, expected) => {
  expect(fits(pattern, model)).toBe(expected)
})

it('agrees with a regular expression on every pattern', () => {
  const letters = (extra: string): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom('a', 'b', ...extra), maxLength: 8 })
  fc.assert(
    fc.property(letters('*'), letters(''), (pattern, model) => {
      expect(fits(pattern, model)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(model))
    }),
    runs(2000),
  )
})

it('takes the first profile that fits, or none', () => {
  const profiles = [profile('claude-opus-*'), profile('claude-*'), profile('claude-opus-4')]
  expect(findModelProfile(profiles, 'claude-opus-4')).toBe(profiles[0])
  expect(findModelProfile(profiles, 'claude-sonnet-4')).toBe(profiles[1])
  expect(findModelProfile(profiles, 'gpt-5')).toBeUndefined()
})

it('takes linear time for patterns on which backtracking would not end', () => {
  const start = process.cpuUsage()
  expect(fits(`${'*a'.repeat(5000)}*b`, 'a'.repeat(100_000))).toBe(false)
  // Milliseconds: it takes one.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
})
