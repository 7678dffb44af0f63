/** Counts points by name in windows: the first points of a name open its window, and the count is forgotten when the window ends. */
export interface RateCounter {
  add(name: string, points: number): Promise<Count>
  /** Absent: nothing was counted in this window. */
  read(name: string): Promise<Count | undefined>
  /** Begins a window with this count. */
  put(name: string, points: number): Promise<void>
  /** Forgets what was counted. */
  drop(name: string): Promise<void>
}

export interface Count {
  readonly points: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}
