/** What a run of checks came to. One check is one test case, or one tool run over one target. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** How many of the skipped ones were allowed to be: in a bare clone, those over recordings. */
  readonly excused?: number
  /** What failed: its name, and the first lines of why. Printed once more where a run ends, since nobody reads the middle of 20,000 lines. */
  readonly failures: readonly string[]
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** What one check came to, by its name. */
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
  }
}
