import type { Case } from '../run/case.ts'
import type { Result } from '../run/outcome.ts'
import { scoreOf, type Score } from '../run/score.ts'

/** Findings of a run; the schema is `schema/report.schema.json`. */
export interface Report {
  readonly tongues: string
  /** Version of the list of scored cases. */
  readonly suite: string
  readonly judges: Readonly<Record<string, string>>
  /** `front`: the upstream is the gateway's own, and answers are all that is judged. Absent: `through`. */
  readonly mode?: 'through' | 'library' | 'front'
  readonly gateway: { readonly name: string; readonly version?: string; readonly profile: string }
  readonly seed: number
  readonly partial: boolean
  readonly stopped?: string
  readonly score: Score
  readonly cases: readonly { readonly id: string; readonly rule: string; readonly source: Case['source']; readonly status: string }[]
  readonly results: readonly Omit<Result, 'ms'>[]
  /** Everything that differs between two equal runs. */
  readonly timing: { readonly began: string; readonly seconds: number; readonly ms: Readonly<Record<string, number>> }
}

export interface ReportInput {
  readonly version: string
  readonly suite: string
  readonly judges: Readonly<Record<string, string>>
  readonly mode: NonNullable<Report['mode']>
  readonly gateway: Report['gateway']
  readonly seed: number
  readonly stopped?: string
  readonly cases: readonly Case[]
  readonly results: readonly Result[]
  readonly began: Date
  readonly seconds: number
}

/** Report of a run, the same for equal runs but for `timing`. */
export function reportOf(input: ReportInput): Report {
  const ids = new Set(input.results.map(({ id }) => id))
  return {
    tongues: input.version,
    suite: input.suite,
    judges: input.judges,
    mode: input.mode,
    gateway: input.gateway,
    seed: input.seed,
    partial: input.stopped !== undefined,
    ...(input.stopped !== undefined && { stopped: input.stopped }),
    score: scoreOf(input.results),
    cases: input.cases.filter(({ id }) => ids.has(id)).map(({ id, rule, source, status = 'stable' }) => ({ id, rule, source, status })),
    results: input.results.map(({ ms: _, ...result }) => result),
    timing: {
      began: input.began.toISOString(),
      seconds: input.seconds,
      ms: Object.fromEntries(input.results.map(({ name, ms }) => [name, ms])),
    },
  }
}
