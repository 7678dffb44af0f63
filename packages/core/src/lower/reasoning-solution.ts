import type { ReasoningEffort, ReasoningMode, ReasoningOptions } from '../request.ts'
import type { ReasoningCapabilities, ReasoningSummary, ReportReasoning } from './reasoning-capabilities.ts'

/** Effort for a caller who only turns reasoning on. */
export const usualEffort: ReasoningEffort = 'high'

/** Options decided so far. */
export interface ReasoningSolution {
  readonly asked: ReasoningOptions
  readonly can: ReasoningCapabilities
  mode?: ReasoningMode
  effort?: ReasoningEffort
  budgetTokens?: number
  summary?: ReasoningSummary
  /** True if the caller asked for as little reasoning as possible. */
  least?: boolean
  /** Reports each field of the request once. */
  readonly report: ReportReasoning
}

/** Field that asks for a mode: `mode`, or the option that stands for it. */
export function modeField(asked: ReasoningOptions): keyof ReasoningOptions {
  if (asked.mode !== undefined) return 'mode'
  if (asked.effort !== undefined) return 'effort'
  return asked.budgetTokens !== undefined ? 'budgetTokens' : 'summary'
}

export function leaveReasoningOut(solution: ReasoningSolution): void {
  solution.report('reasoning-left-out', modeField(solution.asked))
  solution.mode = 'off'
  delete solution.budgetTokens
}
