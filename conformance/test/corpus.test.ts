import { fileURLToPath } from 'node:url'
import { judge, readCorpus, readKnownFailing } from '@interlingua/testkit'
import type { CaseResult, Exchange } from '@interlingua/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { corpusLaws } from '../src/corpus-laws.ts'
import type { FormatId } from '../src/formats.ts'
import { formatTable } from '../src/format-table.ts'

const folder = (name: string): string => fileURLToPath(new URL(`../../../shared/corpus/${name}`, import.meta.url))

const sets: readonly { readonly name: string; readonly format: FormatId; readonly other: FormatId; readonly exchanges: readonly Exchange[] | undefined }[] = [
  { name: 'messages', format: 'messages', other: 'chat', exchanges: readCorpus(folder('messages')) },
  { name: 'chat', format: 'chat', other: 'messages', exchanges: readCorpus(folder('chat')) },
  { name: 'count_tokens', format: 'messages', other: 'chat', exchanges: readCorpus(folder('count_tokens'))?.filter(({ provider }) => provider === 'anthropic') },
]
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
          const violations = await runLaw(law, exchange, format, other)
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

async function runLaw(law: (typeof corpusLaws)[number], exchange: Exchange, format: FormatId, other: FormatId): Promise<readonly string[] | undefined> {
  try {
    const violations = await law.run(exchange, format, other)
    return violations?.map(({ law: part, path, message }) => `${part} ${path}: ${message}`)
  } catch (error) {
    return [error instanceof Error ? (error.stack?.split('\n').slice(0, 3).join(' ') ?? error.message) : String(error)]
  }
}
