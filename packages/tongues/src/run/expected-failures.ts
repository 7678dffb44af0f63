import { readChecked } from './load-cases.ts'
import { didRun, isFailure, type Result } from './outcome.ts'
import { matches } from './permutations.ts'

/** A failure that is known. */
export interface ExpectedFailure {
  /** Full name, id, or `axis/*`. */
  readonly case: string
  readonly verdict?: string
  readonly reason: string
  readonly issue?: string
  /** Day until which an entry of a whole axis holds, `2027-01-31`. */
  readonly until?: string
}

export interface Comparison {
  /** Failures that the list names. */
  readonly expected: readonly Result[]
  readonly unexpected: readonly Result[]
  /** Entries without a failure any more. */
  readonly stale: readonly ExpectedFailure[]
  /** Entries that name nothing that ran. */
  readonly unknown: readonly ExpectedFailure[]
}

/** Reads a list of expected failures. Throws UseError. */
export function readExpected(file: string): readonly ExpectedFailure[] {
  // The schema holds what the type says.
  return (readChecked(file, 'expected') ?? []) as readonly ExpectedFailure[]
}

/** Compares a run with the list. Of an interrupted run, entries that did not run are not unknown. */
export function compare(results: readonly Result[], list: readonly ExpectedFailure[], isWhole: boolean, today: string): Comparison {
  const ran = results.filter(({ verdict }) => didRun(verdict))
  const failed = ran.filter(({ verdict, axis, scored }) => scored && isFailure(verdict, axis))
  const isIn = (entry: ExpectedFailure, result: Result): boolean =>
    entry.case === result.name || entry.case === result.id || (entry.case.endsWith('/*') && matches(entry.case, result.id))
  const covers = (entry: ExpectedFailure, result: Result): boolean =>
    isIn(entry, result) &&
    (entry.verdict === undefined || entry.verdict === result.verdict) &&
    (entry.until === undefined || entry.until >= today)
  const expected = failed.filter((result) => list.some((entry) => covers(entry, result)))
  const matched = list.filter((entry) => ran.some((result) => isIn(entry, result)))
  return {
    expected,
    unexpected: failed.filter((result) => !expected.includes(result)),
    stale: matched.filter((entry) => !failed.some((result) => isIn(entry, result))),
    unknown: isWhole ? list.filter((entry) => !matched.includes(entry)) : [],
  }
}

/** YAML of a list with all failures of a run, a line each. */
export function draftExpected(results: readonly Result[]): string {
  const failed = results.filter(({ verdict, axis, scored }) => scored && isFailure(verdict, axis))
  const lines = failed.map(
    ({ name, verdict, checks }) =>
      `- { case: ${JSON.stringify(name)}, verdict: ${JSON.stringify(verdict)}, reason: ${JSON.stringify(checks[0]?.id ?? '')} }`,
  )
  return lines.length === 0 ? '[]\n' : `${lines.join('\n')}\n`
}
