import { describe, expect, test } from 'vitest'
import { compareRefusals } from '../src/vendor/judge-known.ts'
import { judgeScenarios } from '../src/vendor/judge-scenarios.ts'
import { judgeBody } from '../src/vendor/judge-translation.ts'
import { scenarios } from '../src/vendor/scenarios.ts'
import { knownInCross, knownOfChosen } from '../src/vendor/vendor-known.ts'
import { vendorModels } from '../src/vendor/vendor-models.ts'

describe('what every vendor takes', () => {
  const { sent, refused, found } = judgeScenarios(scenarios, vendorModels)

  test('no translated request is refused by the rules of its model, but for what is known', () => {
    const { unknown, stale } = compareRefusals(found, knownInCross)
    expect(unknown).toEqual([])
    expect(stale, 'mended: delete these lines of vendor-known.ts').toEqual([])
  })

  test('nor one of the upstream’s own format, where its caller did not name the model, but for what is known', () => {
    const chosen = judgeScenarios(scenarios, vendorModels, true)
    const { unknown, stale } = compareRefusals(chosen.found, knownOfChosen)
    expect(unknown).toEqual([])
    expect(stale, 'mended: delete these lines of vendor-known.ts').toEqual([])
    expect(chosen.sent).toBeGreaterThan(2500)
  })

  test('most of the product is sent, not refused here', () => {
    expect(vendorModels.length).toBeGreaterThanOrEqual(40)
    expect(sent).toBeGreaterThan(5000)
    expect(refused.length / sent).toBeLessThan(0.05)
  })

  test('the judge sees a request that is not fitted to its model', () => {
    const [opus] = vendorModels.filter(({ id }) => id === 'claude-opus-5-5')
    expect(opus).toBeDefined()
    if (opus === undefined) return
    const body = { model: '', max_tokens: 10, temperature: 0.2, messages: [{ role: 'user', content: 'Hello' }] }
    expect(judgeBody(opus, body).map(({ rule }) => rule)).toEqual(['A2'])
  })
})
