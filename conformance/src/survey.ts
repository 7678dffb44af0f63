import { parseArgs } from 'node:util'
import type { Exchange } from '@interlingua/testkit'
import { corpusLaws } from './corpus-laws.ts'
import { formatIds } from './formats.ts'
import { ownCorpus } from './own-corpus.ts'
import { recordedCorpus } from './recorded-corpus.ts'
import { runCorpusLaw } from './run-corpus-law.ts'

/** What breaks the laws, grouped by cause: for people who mend an adapter. `node conformance/src/survey.ts --format chat --law "round trip" --own` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { format: { type: 'string' }, law: { type: 'string' }, id: { type: 'string' }, own: { type: 'boolean', default: false } },
  })
  const sets = values.own
    ? formatIds.map((format) => ({
        name: format,
        format,
        other: format === 'chat' ? ('messages' as const) : ('chat' as const),
        exchanges: ownCorpus(format),
      }))
    : recordedCorpus()
  for (const { name, format, other, exchanges } of sets) {
    if (values.format !== undefined && values.format !== name) continue
    for (const law of corpusLaws) {
      if (values.law !== undefined && values.law !== law.name) continue
      const causes = new Map<string, { count: number; readonly ids: Set<string>; readonly example: string }>()
      const chosen = (exchanges ?? []).filter(({ id }) => values.id === undefined || id.includes(values.id))
      for (const exchange of chosen as readonly Exchange[]) {
        for (const line of (await runCorpusLaw(law, exchange, format, other)) ?? []) {
          const cause = values.id === undefined ? line.replace(/\/\d+/g, '/*').replace(/\b\d+\b/g, 'N') : line
          const known = causes.get(cause) ?? { count: 0, ids: new Set<string>(), example: `${exchange.id} ${line.slice(0, 200)}` }
          known.count++
          known.ids.add(exchange.id)
          causes.set(cause, known)
        }
      }
      for (const [cause, { count, ids, example }] of [...causes].sort((a, b) => b[1].ids.size - a[1].ids.size)) {
        console.log(`${name} | ${law.name} | ${ids.size} cases, ${count} times | ${cause.slice(0, 300)}\n      ${example}`)
      }
    }
  }
}

await main()
