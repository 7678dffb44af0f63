import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import type { Library } from './library.ts'
import { measureRounds } from './measure-rounds.ts'
import { median } from './median.ts'
import { medianRatio } from './median-ratio.ts'
import { crossPairs } from './pairs.ts'
import { readsOf } from './reads-of.ts'
import type { ReportRow } from './report-row.ts'
import { answerRunner, requestRunners } from './request-runners.ts'
import { streamRunner } from './stream-runner.ts'
import { streamSample } from './stream-sample.ts'

const deltas = 400

/** Compares each kind of work with another checkout, in turns in one process. */
export function compareLibraries(own: Library, other: Library, rounds: number, batchMillis: number): readonly ReportRow[] {
  const rows: ReportRow[] = []
  // An earlier checkout may know fewer formats.
  for (const [from, to] of crossPairs.filter((pair) => pair.every((id) => Object.hasOwn(other.adapters, id)))) {
    for (const [what, runner] of Object.entries(work(from, to))) {
      const measured = measureRounds(
        [
          { name: 'own', run: runner(own) },
          { name: 'other', run: runner(other) },
        ],
        rounds,
        batchMillis,
      )
      const [ours, theirs] = [measured.get('own'), measured.get('other')]
      if (ours === undefined || theirs === undefined) throw new TypeError(`${what} was not measured`)
      const ratio = medianRatio(ours, theirs)
      rows.push({ section: section, what: `${from} → ${to}, ${what}`, value: ours.micros, unit: 'µs', baseline: theirs.micros, ratio })
    }
  }
  return [...rows, ...Object.keys(work('chat', 'messages')).map((what) => medianRow(rows, what))]
}

const section = 'In process: this checkout against the other'

function work(from: DialectId, to: DialectId): Record<string, (library: Library) => () => number> {
  const request = (body: 'agentRequest' | 'smallRequest') => (library: Library) =>
    requestRunners(library, from, to, body === 'agentRequest' ? dialects[from].agentRequest() : dialects[from].smallRequest('bench', false))
      .validated
  const stream = (kind: Parameters<typeof streamSample>[1]) => (library: Library) => {
    const run = streamRunner(library, from, to, readsOf(streamSample(to, kind, deltas), [1, 4, 2, 12, 6, 3, 8, 1]))
    return () => {
      let length = 0
      run((text) => (length += text.length))
      return length
    }
  }
  return {
    '50 KB request': request('agentRequest'),
    'small request': request('smallRequest'),
    'small answer': (library) => answerRunner(library, from, to).run,
    'stream of text': stream('text'),
    'stream of arguments': stream('arguments'),
    'stream of reasoning': stream('reasoning'),
  }
}

function medianRow(rows: readonly ReportRow[], what: string): ReportRow {
  const all = rows.filter((row) => row.what.endsWith(`, ${what}`))
  const middle = (read: (row: ReportRow) => number | undefined): number => median(all.map((row) => read(row) ?? Number.NaN))
  return {
    section,
    what: `median of the ${all.length} pairs, ${what}`,
    value: middle(({ value }) => value),
    unit: 'µs',
    baseline: middle((row) => row.baseline),
    ratio: middle(({ ratio }) => ratio),
  }
}
