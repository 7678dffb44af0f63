import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { Recording } from '@interlingua/testkit'
import { formatPairs } from './format-pairs.ts'
import { formatIds, formats } from './formats.ts'
import { fuzzOnce, type FuzzFormat } from './fuzz-once.ts'
import { ownCorpus } from './own-corpus.ts'
import { createRandom } from './random.ts'

/** Exchanges of a format, and the format that they are translated into. */
export type FuzzCorpus = readonly [source: FuzzFormat, target: FuzzFormat, recordings: readonly Recording[]]

export interface FuzzReport {
  readonly runs: number
  readonly ways: Readonly<Record<string, number>>
  /** Faults, one line each, with the number of the run that a seed repeats. */
  readonly faults: readonly string[]
}

/**
 * Runs mutated bodies and streams through every function of every format. Depends only on the seed and the numbers of the runs, and on the
 * corpora, which are those of all pairs in the house unless others are given.
 */
export function fuzz(count: number, seed: number, first = 0, corpora: readonly FuzzCorpus[] = ownCorpora()): FuzzReport {
  const ways: Record<string, number> = {}
  const faults: string[] = []
  for (let run = first; run < first + count; run++) {
    const random = createRandom(seed * 1_000_003 + run)
    const corpus = random.pick(corpora)
    const recording = corpus && random.pick(corpus[2])
    if (corpus === undefined || recording === undefined) continue
    const { way, fault, took } = fuzzOnce(recording, corpus[0], corpus[1], random)
    ways[way] = (ways[way] ?? 0) + 1
    if (fault !== undefined) faults.push(`run ${run} (${recording.id}, ${way}): ${fault}`)
    if (took > 2_000) faults.push(`run ${run} (${recording.id}, ${way}): took ${Math.round(took)} ms`)
  }
  return { runs: count, ways, faults }
}

function ownCorpora(): readonly FuzzCorpus[] {
  const own = new Map(formatIds.map((format) => [format, ownCorpus(format)]))
  return formatPairs.map(([source, target]) => [formats[source], formats[target], own.get(source) ?? []])
}

/** Runs the same cases, divided among threads. */
async function fuzzInThreads(count: number, seed: number, threads: number): Promise<FuzzReport> {
  const share = Math.ceil(count / threads)
  const reports = await Promise.all(
    Array.from({ length: threads }, async (_, i) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { count: Math.min(share, count - i * share), seed, first: i * share },
      })
      const [report] = (await once(worker, 'message')) as [FuzzReport] // message of the thread below
      return report
    }),
  )
  const ways: Record<string, number> = {}
  for (const report of reports) for (const [way, number] of Object.entries(report.ways)) ways[way] = (ways[way] ?? 0) + number
  return { runs: count, ways, faults: reports.flatMap(({ faults }) => faults) }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const started = performance.now()
  const { runs, ways, faults } =
    values.only === undefined
      ? await fuzzInThreads(Number(values.count), Number(values.seed), Number(values.threads))
      : fuzz(1, Number(values.seed), Number(values.only))
  const seconds = (performance.now() - started) / 1000
  for (const [way, count] of Object.entries(ways).sort()) console.log(`${String(count).padStart(8)}  ${way}`)
  for (const fault of faults.slice(0, 50)) console.log(fault)
  console.log(`${runs} mutated bodies in ${seconds.toFixed(1)} s (${Math.round(runs / seconds)} a second), ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}

if (!isMainThread && parentPort !== null) {
  const { count, seed, first } = workerData as { readonly count: number; readonly seed: number; readonly first: number } // given above
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  parentPort.postMessage(fuzz(count, seed, first))
} else if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
