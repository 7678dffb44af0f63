import { isDraftFormat } from './permutations.ts'
import { axes, pointsOf, type Axis, type Result } from './outcome.ts'

export interface Score {
  /** Percent of each axis that has scored cases. */
  readonly axes: Readonly<Partial<Record<Axis, { readonly score: number; readonly cases: number }>>>
  readonly directions: Readonly<Record<string, { readonly score: number; readonly offered: boolean }>>
  /** Mean of the axes, in percent. */
  readonly total: number
  /** Offered directions, of sixteen. */
  readonly offered: number
  /** False successes, hangs and crashes: one of them makes the badge red. */
  readonly alarms: number
}

/** Scores of a run: a case is the mean of its permutations, an axis the mean of its cases. */
export function scoreOf(results: readonly Omit<Result, 'ms'>[]): Score {
  const scored = results.flatMap((result) => {
    const points = result.scored ? pointsOf(result.verdict, result.axis) : undefined
    return points === undefined ? [] : [{ result, points }]
  })
  const byAxis: Partial<Record<Axis, { readonly score: number; readonly cases: number }>> = {}
  for (const axis of axes) {
    const cases = Map.groupBy(
      scored.filter(({ result }) => result.axis === axis),
      ({ result }) => result.id,
    )
    const means = [...cases.values()].map((list) => mean(list.map(({ points }) => points)))
    if (means.length > 0) byAxis[axis] = { score: percent(mean(means)), cases: means.length }
  }
  const byDirection: Record<string, { readonly score: number; readonly offered: boolean }> = {}
  const inScore = results.filter(({ from, to }) => !isDraftFormat(from) && !isDraftFormat(to))
  for (const [direction, list] of Map.groupBy(inScore, ({ from, to }) => `${from}>${to}`)) {
    const points = scored.filter(({ result }) => `${result.from}>${result.to}` === direction).map((each) => each.points)
    byDirection[direction] = { score: percent(mean(points)), offered: list.some(({ verdict }) => verdict !== 'not offered') }
  }
  const scores = Object.values(byAxis).map(({ score }) => score)
  return {
    axes: byAxis,
    directions: byDirection,
    total: Math.floor(mean(scores) * 10) / 10,
    offered: Object.values(byDirection).filter(({ offered }) => offered).length,
    alarms: results.filter(({ verdict }) => verdict === 'false success' || verdict === 'hang' || verdict === 'crash').length,
  }
}

function mean(list: readonly number[]): number {
  return list.length === 0 ? 0 : list.reduce((sum, each) => sum + each, 0) / list.length
}

/** Percent, rounded down, so that 100 means all. */
function percent(part: number): number {
  return Math.floor(part * 1000) / 10
}
