import type { Violation } from './violation.ts'

/** Work of one shape: `prepare` makes an input of size n and returns the measured function, which may run several times. */
export interface GrowthShape {
  readonly name: string
  readonly prepare: (n: number) => () => void
}

export interface GrowthRow {
  readonly shape: string
  /** Processor milliseconds at n and at 4n, the best of three. */
  readonly small: number
  readonly large: number
  readonly ratio: number
}

/**
 * Law "growth": work at 4n is at most six times the work at n; where both are quick, work at 10n is at most 4.5 times that at 4n. `rows`
 * collects the measurements.
 */
export function lawGrowth(
  shapes: readonly GrowthShape[],
  n: number,
  rows: GrowthRow[] = [],
  microsecondsForEach = 150,
): readonly Violation[] {
  const violations: Violation[] = []
  for (const { name, prepare } of shapes) {
    const small = best(prepare(n))
    const large = best(prepare(4 * n))
    const ratio = large / Math.max(small, 0.1)
    rows.push({ shape: name, small, large, ratio })
    // A ratio of small numbers is noise of collector and compiler, unless it persists.
    const quick = (large * 1000) / (4 * n) <= microsecondsForEach / 5
    const [less, more, most] = quick ? [4 * n, 10 * n, 4.5] : [n, 4 * n, 6]
    const steady = ratio <= 6 ? 0 : steadily(prepare(less), prepare(more), most)
    if (steady > most)
      violations.push({ law: 'growth', path: '', message: `${name}: at ${more} ${steady.toFixed(1)} times the work at ${less}` })
    else if (
      large > allowed(n, microsecondsForEach) &&
      least(prepare(4 * n), allowed(n, microsecondsForEach)) > allowed(n, microsecondsForEach)
    )
      violations.push({
        law: 'growth',
        path: '',
        message: `${name}: ${round(large)} ms for ${4 * n} is more than ${microsecondsForEach} µs each`,
      })
  }
  return violations
}

/** Table of measurements, the steepest first. */
export function formatGrowth(rows: readonly GrowthRow[], n: number): string {
  const lines = [...rows]
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ shape, small, large, ratio }) => `${shape.padEnd(60)} ${round(small)} ${round(large)} ${ratio.toFixed(1).padStart(7)}`)
  return [`${'shape'.padEnd(60)} ${`${n} (ms)`.padStart(9)} ${`${4 * n} (ms)`.padStart(9)}   ratio`, ...lines].join('\n')
}

/** Milliseconds that 4n may take. */
function allowed(n: number, microsecondsForEach: number): number {
  return (4 * n * microsecondsForEach) / 1000
}

/** Repetitions of a measurement that found too much. Work that grows too fast does so in each; a busy machine shows it in some. */
const repetitions = 8

/** Least ratio between two runs, or the first that is not over `most`. */
function steadily(less: () => void, more: () => void, most: number): number {
  let ratio = Infinity
  for (let i = 0; i < repetitions && ratio > most; i++) {
    const first = best(less)
    ratio = Math.min(ratio, best(more) / Math.max(first, 0.1))
  }
  return ratio
}

/** Least milliseconds of a run, or the first that are not over `most`. */
function least(run: () => void, most: number): number {
  let ms = Infinity
  for (let i = 0; i < repetitions && ms > most; i++) ms = Math.min(ms, best(run))
  return ms
}

function best(run: () => void): number {
  let ms = Infinity
  for (let i = 0; i < 3; i++) {
    // The usage of the thread alone would leave out collector and compiler, but Linux tells it only by the tick.
    const before = process.cpuUsage()
    run()
    ms = Math.min(ms, process.cpuUsage(before).user / 1000)
    // Runs of seconds need no repetition.
    if (ms > 3000) break
  }
  return ms
}

function round(ms: number): string {
  return ms.toFixed(1).padStart(9)
}
