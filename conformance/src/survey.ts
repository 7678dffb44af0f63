import { parseArgs } from 'node:util'
import { corpusLaws } from './corpus-laws.ts'
import { othersOf } from './format-pairs.ts'
import { formatIds } from './formats.ts'
import { ownCorpus } from './own-corpus.ts'
import { recordedCorpus } from './recorded-corpus.ts'
import type { RecordedSet } from './recorded-corpus.ts'
import { runCorpusLaw } from './run-corpus-law.ts'

/**
 * Prints violations of laws, grouped by cause, for work on an adapter: `node conformance/src/survey.ts --format chat --to messages --law
 * "round trip" --own`
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      format: { type: 'string' },
      to: { type: 'string' },
      law: { type: 'string' },
      id: { type: 'string' },
      own: { type: 'boolean', default: false },
    },
  })
  const sets: readonly RecordedSet[] = values.own
    ? formatIds.map((format) => ({ name: format, format, recordings: ownCorpus(format) }))
    : recordedCorpus()
  for (const { name, format, recordings, counts } of sets) {
    if (values.format !== undefined && values.format !== name) continue
    for (const law of corpusLaws) {
      if ((values.law !== undefined && values.law !== law.name) || (counts && law.crosses)) continue
      const causes = new Map<string, { count: number; readonly ids: Set<string>; readonly example: string }>()
      const chosen = (recordings ?? []).filter(({ id }) => values.id === undefined || id.includes(values.id))
      for (const other of law.crosses ? othersOf(format) : [format]) {
        if (law.crosses && values.to !== undefined && values.to !== other) continue
        for (const recording of chosen) {
          for (const line of (await runCorpusLaw(law, recording, format, other)) ?? []) {
            const place = values.id === undefined ? line.replace(/\/\d+/g, '/*').replace(/\b\d+\b/g, 'N') : line
            const cause = law.crosses ? `to ${other}: ${place}` : place
            const known = causes.get(cause) ?? { count: 0, ids: new Set<string>(), example: `${recording.id} ${line.slice(0, 200)}` }
            known.count++
            known.ids.add(recording.id)
            causes.set(cause, known)
          }
        }
      }
      for (const [cause, { count, ids, example }] of [...causes].sort((a, b) => b[1].ids.size - a[1].ids.size)) {
        console.log(`${name} | ${law.name} | ${ids.size} cases, ${count} times | ${cause.slice(0, 300)}\n      ${example}`)
      }
    }
  }
}

await main()
