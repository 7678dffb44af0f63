import type { Violation } from './violation.ts'

/** Work of one shape: `prepare` makes an input of size n, and gives what is measured, which may run several times. */
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

/** Growth: work at 4n is at most six times the work at n, and where both are quick, that at 10n at most 4.5 times that at 4n. `rows` gets what was measured. */
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
    // A ratio of small numbers is noise of collections and compilers, unless it goes on.
    const quick = (large * 1000) / (4 * n) <= microsecondsForEach / 5
    const [less, more, most] = quick ? [4 * n, 10 * n, 4.5] : [n, 4 * n, 6]
    const steady = ratio <= 6 ? 0 : steadily(prepare(less), prepare(more), most)
    if (steady > most)
      violations.push({ law: 'growth', path: '', message: `${name}: at ${more} ${steady.toFixed(1)} times the work at ${less}` })
    else if ((large * 1000) / (4 * n) > microsecondsForEach)
      violations.push({
        law: 'growth',
        path: '',
        message: `${name}: ${round(large)} ms for ${4 * n} is more than ${microsecondsForEach} µs each`,
      })
  }
  return violations
}

/** The table of what was measured, the steepest first. */
export function spellGrowth(rows: readonly GrowthRow[], n: number): string {
  const lines = [...rows]
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ shape, small, large, ratio }) => `${shape.padEnd(60)} ${round(small)} ${round(large)} ${ratio.toFixed(1).padStart(7)}`)
  return [`${'shape'.padEnd(60)} ${`${n} (ms)`.padStart(9)} ${`${4 * n} (ms)`.padStart(9)}   ratio`, ...lines].join('\n')
}

/** The least of three ratios of the work of two, or the first that is not over `most`. */
function steadily(less: () => void, more: () => void, most: number): number {
  let least = Infinity
  for (let i = 0; i < 3 && least > most; i++) {
    const first = best(less)
    least = Math.min(least, best(more) / Math.max(first, 0.1))
  }
  return least
}

function best(run: () => void): number {
  let least = Infinity
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage()
    run()
    least = Math.min(least, process.cpuUsage(before).user / 1000)
    // What takes seconds needs no second opinion.
    if (least > 3000) break
  }
  return least
}

function round(ms: number): string {
  return ms.toFixed(1).padStart(9)
}
