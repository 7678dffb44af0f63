import type { ReasoningEffort, ReasoningMode, ReasoningOptions } from '../request.ts'
import type { ReasoningCapabilities, ReasoningSummary, ReportReasoning } from './reasoning-capabilities.ts'

/** What reasoning is worth to whoever only says that there shall be some. */
export const usualEffort: ReasoningEffort = 'high'

/** What is said so far. */
export interface ReasoningSolution {
  readonly asked: ReasoningOptions
  readonly can: ReasoningCapabilities
  mode?: ReasoningMode
  effort?: ReasoningEffort
  budgetTokens?: number
  summary?: ReasoningSummary
  /** Nothing was asked but to reason as little as possible. */
  least?: boolean
  /** Each field that was asked for is told once. */
  readonly tell: ReportReasoning
}

/** The field that asks for a mode: its own, or what stands for it. */
export function modeField(asked: ReasoningOptions): keyof ReasoningOptions {
  if (asked.mode !== undefined) return 'mode'
  if (asked.effort !== undefined) return 'effort'
  return asked.budgetTokens !== undefined ? 'budgetTokens' : 'summary'
}

export function leaveReasoningOut(solution: ReasoningSolution): void {
  solution.tell('reasoning-left-out', modeField(solution.asked))
  solution.mode = 'off'
  delete solution.budgetTokens
}
