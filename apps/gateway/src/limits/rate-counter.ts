/**
 * Counts points by name in windows: the first points of a name open its window, and the count is forgotten when the window ends. It is done at
 * once where it is counted in memory.
 */
export interface RateCounter {
  add(name: string, points: number): Count | Promise<Count>
  /** Absent: nothing was counted in this window. */
  read(name: string): Count | undefined | Promise<Count | undefined>
}

export interface Count {
  readonly points: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}
