/** What a run of checks came to. One check is one test case, or one tool run over one target. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 }

export function addTallies(one: Tally, other: Tally): Tally {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped }
}
