import type { JsonObject } from '@interlingua/core'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import { ownLibrary } from './library.ts'
import { measureRounds } from './measure-rounds.ts'
import { medianRatio } from './median-ratio.ts'
import { crossPairs } from './pairs.ts'
import type { ReportRow } from './report-row.ts'
import { answerRunner, keysOf, requestRunners } from './request-runners.ts'

/** Measures requests and whole responses, in both directions, against the `JSON.parse` of the same text. */
export function measureRequests(rounds: number, batchMillis: number): readonly ReportRow[] {
  const rows: ReportRow[] = []
  for (const [from, to] of crossPairs) {
    rows.push(...measureRequest(`50 KB request, ${from} → ${to}`, dialects[from].agentRequest(), from, to, rounds, batchMillis, [0.6, 1.0]))
    rows.push(
      ...measureRequest(`small request, ${from} → ${to}`, dialects[from].smallRequest('bench', false), from, to, rounds, batchMillis, []),
    )
    rows.push(measureAnswer(from, to, rounds, batchMillis))
  }
  return rows
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
  ].map(([what, key, target]) =>
    row('In process: against JSON.parse of the body', `${name}: ${what}`, measured.get(String(key)), baseline, target),
  )
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
  return row(
    'In process: against JSON.parse of the body',
    `small answer, ${to} → ${from}: parse + decode + encode`,
    measured.get('translate'),
    baseline,
    undefined,
  )
}

type Medians = Parameters<typeof medianRatio>[0]

function row(section: string, what: string, subject: Medians | undefined, baseline: Medians, target: unknown): ReportRow {
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
