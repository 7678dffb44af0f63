import type { Measured } from './measure-rounds.ts'
import { median } from './median.ts'

/** Median of the ratios within each round. */
export function medianRatio(subject: Measured, baseline: Measured): number {
  return median(subject.rounds.map((value, round) => value / (baseline.rounds[round] ?? Number.NaN)))
}
