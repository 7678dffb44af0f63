import type { ReasoningEffort } from '../request.ts'

/**
 * Reasoning tokens of each effort; `max` is the whole range of a model that has one. The numbers are this project's own:
 * docs/model/options.md
 */
export const effortBudgets = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
} as const satisfies Record<ReasoningEffort, number>

/** Efforts from the least to the most. */
const ladder: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Effort for a budget. Each effort but `minimal` gets itself back from its budget. */
export function effortOfBudget(budget: number): ReasoningEffort {
  if (budget <= 0) return 'none'
  if (budget < 2048) return 'low'
  if (budget < 12_288) return 'medium'
  if (budget < effortBudgets.xhigh) return 'high'
  return budget < effortBudgets.max ? 'xhigh' : 'max'
}

/** The effort itself, else the next lower known one, else the lowest; `undefined` if none is known. Returns `none` only for `none`. */
export function fitEffort(effort: ReasoningEffort, known: readonly ReasoningEffort[]): ReasoningEffort | undefined {
  if (known.includes(effort)) return effort
  for (let i = ladder.indexOf(effort); i > 0; i--) {
    const lower = ladder[i]
    if (lower !== undefined && known.includes(lower)) return lower
  }
  return ladder.find((lowest) => lowest !== 'none' && known.includes(lowest))
}

/** Lowest effort with which a model still reasons, else `none`. */
export function lowestEffort(known: readonly ReasoningEffort[]): ReasoningEffort | undefined {
  return ladder.find((effort) => effort !== 'none' && known.includes(effort)) ?? known[0]
}

/** Lower of two efforts. */
export function lowerEffortOf(one: ReasoningEffort, other: ReasoningEffort): ReasoningEffort {
  return ladder.indexOf(one) < ladder.indexOf(other) ? one : other
}
