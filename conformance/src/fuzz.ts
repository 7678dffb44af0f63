import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { Exchange } from '@interlingua/testkit'
import { formatPairs } from './format-pairs.ts'
import { formatIds } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { fuzzOnce } from './fuzz-once.ts'
import { ownCorpus } from './own-corpus.ts'
import { createRandom } from './random.ts'

type Corpus = readonly [FormatId, FormatId, readonly Exchange[]]

export interface FuzzReport {
  readonly runs: number
  readonly ways: Readonly<Record<string, number>>
  /** What must not happen, one line each, with the number of the run that a seed repeats. */
  readonly faults: readonly string[]
}

/** Mutated bodies and streams through every function of every format. Depends on the seed and the numbers of the runs alone. */
export function fuzz(count: number, seed: number, first = 0): FuzzReport {
  const own = new Map(formatIds.map((format) => [format, ownCorpus(format)]))
  const corpora = formatPairs.map(([source, target]): Corpus => [source, target, own.get(source) ?? []])
  const ways: Record<string, number> = {}
  const faults: string[] = []
  for (let run = first; run < first + count; run++) {
    const random = createRandom(seed * 1_000_003 + run)
    const [source, target, exchanges] = random.pick(corpora) ?? ['messages', 'chat', []]
    const exchange = random.pick(exchanges)
    if (exchange === undefined) continue
    const { way, fault, took } = fuzzOnce(exchange, source, target, random)
    ways[way] = (ways[way] ?? 0) + 1
    if (fault !== undefined) faults.push(`run ${run} (${exchange.id}, ${way}): ${fault}`)
    if (took > 2_000) faults.push(`run ${run} (${exchange.id}, ${way}): took ${Math.round(took)} ms`)
  }
  return { runs: count, ways, faults }
}

/** The same runs, shared between threads. */
async function fuzzInThreads(count: number, seed: number, threads: number): Promise<FuzzReport> {
  const share = Math.ceil(count / threads)
  const reports = await Promise.all(
    Array.from({ length: threads }, async (_, i) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { count: Math.min(share, count - i * share), seed, first: i * share },
      })
      const [report] = (await once(worker, 'message')) as [FuzzReport] // what the thread below posts
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
  const { count, seed, first } = workerData as { readonly count: number; readonly seed: number; readonly first: number } // as given above
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  parentPort.postMessage(fuzz(count, seed, first))
} else if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
