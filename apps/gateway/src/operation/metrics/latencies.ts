/** Upper bounds in seconds: of what a gateway adds as well as of what a long generation takes. */
export const latencyBounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** A histogram of durations, as plain numbers. */
export interface Latencies {
  /** How many fell into each bound's own range, the last one above all bounds. */
  readonly counts: number[]
  /** Seconds. */
  sum: number
}

export function createLatencies(): Latencies {
  return { counts: Array.from({ length: latencyBounds.length + 1 }, () => 0), sum: 0 }
}
