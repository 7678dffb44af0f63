import { expect, test } from 'vitest'
import { vendorRefusals, vendorRules } from '../src/index.ts'
import { anthropicFixtures } from './vendor/anthropic-fixtures.ts'
import type { Case } from './vendor/fixture.ts'
import { googleFixtures } from './vendor/google-fixtures.ts'
import { openaiFixtures } from './vendor/openai-fixtures.ts'
import { serverFixtures } from './vendor/server-fixtures.ts'

const fixtures = [...anthropicFixtures, ...openaiFixtures, ...googleFixtures, ...serverFixtures]

function judge({ format, model, body, options }: Case): readonly string[] {
  return vendorRefusals(format, model, body, options).map(({ rule, path, message }) => `${rule} ${path} ${message}`)
}

test.each(fixtures.map(([rule, breaks, keeps]) => ({ rule, breaks, keeps, by: breaks.model, as: breaks.format })))(
  '$rule: $by refuses what breaks it, and takes what just keeps it ($as)',
  ({ rule, breaks, keeps }) => {
    expect(judge(breaks).map((line) => line.split(' ')[0])).toContain(rule)
    expect(judge(keeps)).toEqual([])
  },
)

test('every rule has such a pair', () => {
  const covered = new Set(fixtures.map(([rule]) => rule))
  expect([...new Set(vendorRules.map(({ id }) => id))].filter((id) => !covered.has(id))).toEqual([])
})

test('what is inferred only is off by default, and on by its name', () => {
  for (const [rule, { format, model, body, options }] of fixtures) {
    if (!options?.inferred) continue
    expect(vendorRules.find(({ id }) => id === rule)?.confidence).toBe('L')
    expect(vendorRefusals(format, model, body, { ...options, inferred: [] }).map((refusal) => refusal.rule)).not.toContain(rule)
  }
})

test('every refusal names a place of the request, or where something is missing in it', () => {
  for (const [, { format, model, body, options }] of fixtures)
    for (const { path, message, status } of vendorRefusals(format, model, body, options)) {
      expect(path, message).toMatch(/^(?:\/.*)?$/)
      expect(message).not.toBe('')
      expect([400, 404, 422]).toContain(status)
    }
})
