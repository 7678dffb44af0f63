import { UseError } from '../run/load-cases.ts'
import { isFailure, worst, type Result, type Verdict } from '../run/outcome.ts'
import { scoreOf, type Score } from '../run/score.ts'
import type { Report } from './json-report.ts'

/** Score of a gateway's version, from two runs that agree; the schema is `schema/score.schema.json`. */
export interface ScoreFile {
  readonly tongues: string
  readonly suite: string
  readonly judges: Readonly<Record<string, string>>
  readonly gateway: { readonly name: string; readonly version: string }
  readonly seed: number
  readonly score: Score
  /** Permutations that the gateway itself decides one way and another, with the verdict of each run; the worse one counts. */
  readonly unsteady: Readonly<Record<string, readonly Verdict[]>>
  /** Permutations by verdict. */
  readonly counts: Readonly<Partial<Record<Verdict, number>>>
  /** Case → verdict → its permutations that failed so: `M>C`, `M>C,stream`. */
  readonly failures: Readonly<Record<string, Readonly<Partial<Record<Verdict, readonly string[]>>>>>
}

/** Part of the permutations that may differ between two runs: a race in a gateway, and not a machine that is busy. */
const mostUnsteady = 0.002

/** Score of two runs of the same suite on the same version. Throws UseError with the permutations that differ if more than a few do. */
export function scoreFileOf(first: Report, second: Report): ScoreFile {
  for (const { partial, gateway, mode } of [first, second])
    if (mode === 'front') throw new UseError(`a run of ${gateway.name} in mode front saw answers alone, and has no score`)
    else if (partial) throw new UseError(`a run of ${gateway.name} was stopped before its end, and has no score`)
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
  const unsteady: Record<string, readonly Verdict[]> = {}
  const missing: string[] = []
  const results = first.results.map((result): Omit<Result, 'ms'> => {
    const { name, verdict } = result
    const other = verdictIn.get(name)
    if (other === undefined) missing.push(`  ${name}: ${verdict}, then not run`)
    if (other === undefined || other === verdict) return result
    unsteady[name] = [verdict, other]
    return { ...result, verdict: worst([verdict, other]) }
  })
  if (second.results.length !== results.length) missing.push(`  ${results.length} permutations, then ${second.results.length}`)
  const differing = Object.entries(unsteady).map(([name, [one, other]]) => `  ${name}: ${one}, then ${other}`)
  if (missing.length > 0 || differing.length > results.length * mostUnsteady)
    throw new UseError(`the two runs do not agree:\n${[...missing, ...differing].join('\n')}`)
  const counts: Partial<Record<Verdict, number>> = {}
  const failures: Record<string, Partial<Record<Verdict, string[]>>> = {}
  for (const { id, from, to, stream, verdict, axis, scored } of results) {
    counts[verdict] = (counts[verdict] ?? 0) + 1
    if (!scored || !isFailure(verdict, axis)) continue
    const places = ((failures[id] ??= {})[verdict] ??= [])
    const place = `${from}>${to}${stream ? ',stream' : ''}`
    if (!places.includes(place)) places.push(place)
  }
  const { tongues, suite, judges, gateway, seed } = first
  return { tongues, suite, judges, gateway: { name: gateway.name, version }, seed, score: scoreOf(results), unsteady, counts, failures }
}
