/**
 * Counts points by name in windows: the first points of a name open its window, and the count is forgotten when the window ends. It is done at
 * once where it is counted in memory.
 */
export interface RateCounter {
  add(name: string, points: number): Count | Promise<Count>
  /** Absent: nothing was counted in this window. */
  read(name: string): Count | undefined | Promise<Count | undefined>
  /** Begins a window with this count. */
  put(name: string, points: number): void | Promise<void>
  /** Forgets what was counted. */
  drop(name: string): void | Promise<void>
}

export interface Count {
  readonly points: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}
