import type { ReasoningEffort } from '@interlingua/core'

/** The effort that a budget of thinking tokens stands for. The numbers are ours: docs/model/options.md */
export function effortOfBudget(budget: number): ReasoningEffort {
  if (budget < 2048) return 'low'
  if (budget < 12_288) return 'medium'
  if (budget < 32_768) return 'high'
  return budget < 65_536 ? 'xhigh' : 'max'
}
