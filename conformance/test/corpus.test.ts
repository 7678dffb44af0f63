import { fileURLToPath } from 'node:url'
import { judge, readKnownFailing } from '@interlingua/testkit'
import type { CaseResult, Recording } from '@interlingua/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { corpusLaws } from '../src/corpus-laws.ts'
import type { CorpusLaw } from '../src/corpus-laws.ts'
import type { FormatId } from '../src/format-id.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formatTable } from '../src/format-table.ts'
import { formatIds } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'
import type { RecordedSet } from '../src/recorded-corpus.ts'
import { runCorpusLaw } from '../src/run-corpus-law.ts'

const recorded = recordedCorpus()
const own = formatIds.map((format): RecordedSet => ({ name: `our ${format}`, format, recordings: ownCorpus(format) }))
const known = readKnownFailing(fileURLToPath(new URL('../known-failing.json', import.meta.url)))
const results: (CaseResult & { readonly format: string })[] = []
const there = recorded.filter(({ recordings }) => recordings !== undefined)

describe.each([...there, ...own])('the exchanges of $name', ({ name, format, counts, recordings = [] }) => {
  const laws = corpusLaws.filter((law) => counts === undefined || law.name === 'same-format identity')

  test.each(laws.map((law) => [law.name, law] as const))(
    'hold to: %s',
    async (_, law) => {
      const cases: CaseResult[] = []
      for (const recording of recordings) {
        const violations = await everyWay(law, recording, format)
        if (violations !== undefined) cases.push({ id: recording.id, law: law.name, violations })
      }
      for (const result of cases) results.push({ ...result, format: name })
      expect(cases.length).toBeGreaterThan(0)
      const listed = known.filter((entry) => entry.law === law.name && recordings.some(({ id }) => id === entry.id))
      const { failing, stale } = judge(cases, listed)
      expect(stale, 'entries of known-failing.json that pass: remove them').toEqual([])
      expect(failing.map(shown)).toEqual([])
    },
    600_000,
  )
})

describeRecordings('the list of what is known to fail', recordings, () => {
  const ids = new Set(there.flatMap(({ recordings: recordedAll = [] }) => recordedAll).map(({ id }) => id))

  test('has each set of recordings to speak of', () => expect(there.map(({ name }) => name)).toEqual(recorded.map(({ name }) => name)))

  test('names recordings and laws that exist, with reasons', () => {
    expect(known.filter(({ id, law }) => !ids.has(id) || !corpusLaws.some(({ name }) => name === law))).toEqual([])
    expect(known.filter(({ reason }) => reason.length < 20)).toEqual([])
  })

  test('names at most one recording in a hundred', () => {
    expect(new Set(known.map(({ id }) => id)).size).toBeLessThanOrEqual(ids.size * 0.01)
  })
})

afterAll(() => console.log(`\nlaws over exchanges, passed / total\n${formatTable(results)}\n`))

/** Runs a law of two formats for each other format; one case, which names the formats where it breaks. */
async function everyWay(law: CorpusLaw, recording: Recording, format: FormatId): Promise<readonly string[] | undefined> {
  if (!law.crosses) return runCorpusLaw(law, recording, format, format)
  const ways = await Promise.all(
    othersOf(format).map(async (other) => (await runCorpusLaw(law, recording, format, other))?.map((line) => `to ${other}: ${line}`)),
  )
  const concerned = ways.filter((lines) => lines !== undefined)
  return concerned.length === 0 ? undefined : concerned.flat()
}

function shown({ id, violations }: CaseResult): string {
  return `${id}: ${violations.slice(0, 5).join(' | ')}${violations.length > 5 ? ` | and ${violations.length - 5} more` : ''}`
}
