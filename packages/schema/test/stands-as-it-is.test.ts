import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { JsonObject } from '@interlingua/core'
import { dialectRules } from '../src/dialect-rules.ts'
import { lowerOnce } from '../src/lower-once.ts'
import { standsAsItIs } from '../src/stands-as-it-is.ts'
import { arbitraryNonsense, arbitrarySchema, definitions } from './arbitrary-schema.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const wrapped = arbitrarySchema(2).map((schema): JsonObject => ({
  type: 'object',
  properties: { root: schema },
  required: ['root'],
  additionalProperties: false,
  $defs: definitions,
}))

const cases = runs(1500)

it.each(['openai-strict', 'anthropic-strict', 'gemini-json'] as const)(
  'the quick look never lets pass what lowering for %s would change',
  (dialect) => {
    let passed = 0
    fc.assert(
      fc.property(fc.oneof(wrapped, arbitrarySchema(1), arbitraryNonsense), (schema) => {
        const { schema: lowered, weakened } = lowerOnce(schema, dialect, '', 1)
        // A lowered schema is a candidate as well: it should pass, except for references.
        for (const candidate of [schema, lowered]) {
          if (!standsAsItIs(candidate, dialectRules[dialect])) continue
          passed += 1
          expect(lowerOnce(candidate, dialect, '', 1)).toEqual({ schema: candidate, weakened: [], written: expect.any(Number) })
        }
        if (standsAsItIs(schema, dialectRules[dialect])) expect(weakened).toEqual([])
      }),
      cases,
    )
    expect(passed).toBeGreaterThan(cases.numRuns / 3)
  },
)
