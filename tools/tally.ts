/** Result of a run of checks. A check is one test case, or one tool run over one target. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Number of skipped checks that were allowed: in a bare clone, those over recordings. Absent: 0. */
  readonly excused?: number
  /** Failed checks: names, and the first lines of the reasons. Printed once more at the end of a run, below thousands of lines. */
  readonly failures: readonly string[]
  /** Sums of what test files counted, by name. */
  readonly counts?: Readonly<Record<string, number>>
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** Tally of one check. */
export function tallyOf(name: string, ok: boolean): Tally {
  return ok ? { ...emptyTally, passed: 1 } : { ...emptyTally, failed: 1, failures: [name] }
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    ...((one.excused ?? other.excused) !== undefined && { excused: (one.excused ?? 0) + (other.excused ?? 0) }),
    failures: [...one.failures, ...other.failures],
    ...((one.counts ?? other.counts) && { counts: addCounts(one.counts, other.counts) }),
  }
}

export function addCounts(one: Tally['counts'] = {}, other: Tally['counts'] = {}): Readonly<Record<string, number>> {
  const sum = { ...one }
  for (const [name, more] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + more
  return sum
}
