import type { JsonObject } from '@interlingua/core'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import { ownLibrary } from './library.ts'
import { measureRounds } from './measure-rounds.ts'
import { medianRatio } from './median-ratio.ts'
import { crossPairs } from './pairs.ts'
import type { ReportRow } from './report-row.ts'
import { answerRunner, keysOf, requestRunners } from './request-runners.ts'

const section = 'In process: against JSON.parse of the body'

/** Measures requests and a whole response of a client and an upstream format, against the `JSON.parse` of the same text. */
export function measureRequests(from: DialectId, to: DialectId, rounds: number, batchMillis: number): readonly ReportRow[] {
  const [large, small] = [dialects[from].agentRequest(), dialects[from].smallRequest('bench', false)]
  return [
    ...measureRequest('50 KB request', large, from, to, rounds, batchMillis, [0.6, 1.0]),
    ...measureRequest('small request', small, from, to, rounds, batchMillis, []),
    measureAnswer(from, to, rounds, batchMillis),
  ]
}

/** Runs of each pair before the measure: one run of all fills a batch long before their code is compiled. */
const warmRuns = 4_000

/** Measures the 50 KB requests of all pairs in turns in one process, where code is compiled for every format at once. */
export function measureMixed(rounds: number, batchMillis: number): readonly ReportRow[] {
  const runners = crossPairs.map(([from, to]) => requestRunners(ownLibrary, from, to, dialects[from].agentRequest()))
  const sum = (run: (runner: (typeof runners)[number]) => number): number => runners.reduce((total, runner) => total + run(runner), 0)
  for (let i = 0; i < warmRuns; i++) sum(({ translated }) => translated())
  const measured = measureRounds(
    [
      { name: 'parse', run: () => sum(({ text }) => keysOf(JSON.parse(text))) },
      { name: 'translate', run: () => sum(({ translated }) => translated()) },
    ],
    rounds,
    batchMillis,
  )
  const baseline = measured.get('parse')
  if (baseline === undefined) throw new TypeError('the baseline was not measured')
  const what = `50 KB request, all ${runners.length} pairs in turns in one process: decode + lower + encode of all`
  return [row(what, measured.get('translate'), baseline, undefined)]
}

function measureRequest(
  name: string,
  body: JsonObject,
  from: DialectId,
  to: DialectId,
  rounds: number,
  batchMillis: number,
  targets: readonly number[],
): readonly ReportRow[] {
  const { text, translated, validated } = requestRunners(ownLibrary, from, to, body)
  const measured = measureRounds(
    [
      { name: 'parse', run: () => keysOf(JSON.parse(text)) },
      { name: 'translate', run: translated },
      { name: 'validated', run: validated },
    ],
    rounds,
    batchMillis,
  )
  const baseline = measured.get('parse')
  if (baseline === undefined) throw new TypeError('the baseline was not measured')
  return [
    ['decode + lower + encode', 'translate', targets[0]],
    ['validate + decode + lower + encode', 'validated', targets[1]],
  ].map(([what, key, target]) => ({
    ...row(`${name}, ${from} → ${to}: ${what}`, measured.get(String(key)), baseline, target),
    of: { kind: `${name}: ${what}`, pair: [from, to] },
  }))
}

function measureAnswer(from: DialectId, to: DialectId, rounds: number, batchMillis: number): ReportRow {
  const { text, run } = answerRunner(ownLibrary, from, to)
  const measured = measureRounds(
    [
      { name: 'parse', run: () => keysOf(JSON.parse(text)) },
      { name: 'translate', run },
    ],
    rounds,
    batchMillis,
  )
  const baseline = measured.get('parse')
  if (baseline === undefined) throw new TypeError('the baseline was not measured')
  const what = 'parse + decode + encode'
  return {
    ...row(`small answer, ${to} → ${from}: ${what}`, measured.get('translate'), baseline, undefined),
    of: { kind: `small answer: ${what}`, pair: [from, to] },
  }
}

type Medians = Parameters<typeof medianRatio>[0]

function row(what: string, subject: Medians | undefined, baseline: Medians, target: unknown): ReportRow {
  if (subject === undefined) throw new TypeError(`${what} was not measured`)
  return {
    section,
    what,
    value: subject.micros,
    unit: 'µs',
    baseline: baseline.micros,
    ratio: medianRatio(subject, baseline),
    ...(typeof target === 'number' && { target }),
  }
}
