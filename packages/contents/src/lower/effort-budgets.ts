import type { ReasoningEffort } from '@interlingua/core'

/** What an effort is worth in thinking tokens, for models that take a budget. The numbers are ours: docs/model/options.md */
export const effortBudgets = {
  none: 1024,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
} as const satisfies Record<ReasoningEffort, number>

export function effortOfBudget(budget: number): ReasoningEffort {
  if (budget < 2048) return 'low'
  if (budget < 12_288) return 'medium'
  if (budget < 32_768) return 'high'
  return budget < 65_536 ? 'xhigh' : 'max'
}
