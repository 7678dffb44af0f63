import { UseError } from '../run/load-cases.ts'
import { isFailure, type Verdict } from '../run/outcome.ts'
import type { Score } from '../run/score.ts'
import type { Report } from './json-report.ts'

/** Score of a gateway's version, from two runs that agree case by case; the schema is `schema/score.schema.json`. */
export interface ScoreFile {
  readonly tongues: string
  readonly suite: string
  readonly judges: Readonly<Record<string, string>>
  readonly gateway: { readonly name: string; readonly version: string }
  readonly seed: number
  readonly score: Score
  /** Permutations by verdict. */
  readonly counts: Readonly<Partial<Record<Verdict, number>>>
  /** Case → verdict → its permutations that failed so: `M>C`, `M>C,stream`. */
  readonly failures: Readonly<Record<string, Readonly<Partial<Record<Verdict, readonly string[]>>>>>
}

/** Score of two runs of the same suite on the same version. Throws UseError with the permutations that differ. */
export function scoreFileOf(first: Report, second: Report): ScoreFile {
  for (const { partial, gateway } of [first, second])
    if (partial) throw new UseError(`a run of ${gateway.name} was stopped before its end, and has no score`)
  const { version } = first.gateway
  if (version === undefined) throw new UseError('the report names no version of the gateway: run it with --gateway-version')
  for (const [what, one, other] of [
    ['gateway', first.gateway.name, second.gateway.name],
    ['version of the gateway', version, second.gateway.version],
    ['version of tongues', first.tongues, second.tongues],
    ['suite', first.suite, second.suite],
    ['seed', String(first.seed), String(second.seed)],
  ] as const)
    if (one !== other) throw new UseError(`the two runs differ in the ${what}: ${one} and ${other}`)
  const verdictIn = new Map(second.results.map(({ name, verdict }) => [name, verdict]))
  const differing = first.results
    .filter(({ name, verdict }) => verdictIn.get(name) !== verdict)
    .map(({ name, verdict }) => `  ${name}: ${verdict}, then ${verdictIn.get(name) ?? 'not run'}`)
  if (second.results.length !== first.results.length)
    differing.push(`  ${first.results.length} permutations, then ${second.results.length}`)
  if (differing.length > 0) throw new UseError(`the two runs do not agree:\n${differing.join('\n')}`)
  const counts: Partial<Record<Verdict, number>> = {}
  const failures: Record<string, Partial<Record<Verdict, string[]>>> = {}
  for (const { id, from, to, stream, verdict, axis, scored } of first.results) {
    counts[verdict] = (counts[verdict] ?? 0) + 1
    if (!scored || !isFailure(verdict, axis)) continue
    const places = ((failures[id] ??= {})[verdict] ??= [])
    const place = `${from}>${to}${stream ? ',stream' : ''}`
    if (!places.includes(place)) places.push(place)
  }
  const { tongues, suite, judges, gateway, seed, score } = first
  return { tongues, suite, judges, gateway: { name: gateway.name, version }, seed, score, counts, failures }
}
