import { fileURLToPath } from 'node:url'
import { judge, readKnownFailing } from '@interlingua/testkit'
import type { CaseResult } from '@interlingua/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { corpusLaws } from '../src/corpus-laws.ts'
import { formatTable } from '../src/format-table.ts'
import { recordedCorpus } from '../src/recorded-corpus.ts'
import { runCorpusLaw } from '../src/run-corpus-law.ts'

const sets = recordedCorpus()
const known = readKnownFailing(fileURLToPath(new URL('../known-failing.json', import.meta.url)))
const results: (CaseResult & { readonly format: string })[] = []
const missing = sets.filter(({ exchanges }) => exchanges === undefined)

for (const { name } of missing) console.log(`recorded corpus: ../shared/corpus/${name} is not there; its cases are skipped`)

describe.skipIf(missing.length > 0)('recorded exchanges', () => {
  for (const { name, format, other, exchanges } of sets) {
    describe(name, () => {
      test.each(corpusLaws.filter((law) => name !== 'count_tokens' || law.name === 'same-format identity').map((law) => [law.name, law] as const))('%s', async (_, law) => {
        const own: CaseResult[] = []
        for (const exchange of exchanges ?? []) {
          const violations = await runCorpusLaw(law, exchange, format, other)
          if (violations !== undefined) own.push({ id: exchange.id, law: law.name, violations })
        }
        for (const result of own) results.push({ ...result, format: name })
        expect(own.length).toBeGreaterThan(0)
        const listed = known.filter((entry) => entry.law === law.name && (exchanges ?? []).some(({ id }) => id === entry.id))
        const { failing, stale } = judge(own, listed)
        expect(stale, 'entries of known-failing.json that pass: remove them').toEqual([])
        expect(failing.map(({ id, violations }) => `${id}: ${violations.slice(0, 5).join(' | ')}${violations.length > 5 ? ` | and ${violations.length - 5} more` : ''}`)).toEqual([])
      }, 600_000)
    })
  }

  test('the list of what is known to fail is short, and names cases that exist', () => {
    const ids = new Set(sets.flatMap(({ exchanges }) => exchanges ?? []).map(({ id }) => id))
    expect(known.filter(({ id, law }) => !ids.has(id) || !corpusLaws.some(({ name }) => name === law))).toEqual([])
    expect(known.length).toBeLessThanOrEqual(ids.size * 0.01 * corpusLaws.length)
    expect(new Set(known.map(({ id }) => id)).size).toBeLessThanOrEqual(ids.size * 0.01)
  })

  afterAll(() => console.log(`\n${formatTable(results)}\n`))
})
