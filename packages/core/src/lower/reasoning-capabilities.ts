import type { ReasoningEffort, ReasoningMode, ReasoningOptions } from '../request.ts'

export type ReasoningSummary = NonNullable<ReasoningOptions['summary']>

/** Reasoning options that a target takes: those of its format, narrowed by the model's profile. */
export interface ReasoningCapabilities {
  /**
   * Mode that each mode becomes: itself, the nearest one, or `unsaid` if the target expresses it only by an effort or a budget. Absent: the
   * mode is not available.
   */
  readonly modes: Readonly<Partial<Record<ReasoningMode, ReasoningMode | 'unsaid'>>>
  /** Mode to add to an effort, a budget or a summary that came without one. Absent: none is needed. */
  readonly implied?: Readonly<Partial<Record<'effort' | 'budgetTokens' | 'summary', ReasoningMode>>>
  /** Replacements for modes that a forced tool or lost thoughts rule out. */
  readonly ruledOut?: Readonly<
    Partial<Record<ReasoningMode, { readonly byForcedTool: ReasoningMode; readonly byLostThoughts: ReasoningMode }>>
  >
  /** Efforts that the target takes. Absent: any; empty: none. */
  readonly efforts?: readonly ReasoningEffort[]
  /** Highest effort of each mode. Absent: no limit. */
  readonly highest?: Readonly<Partial<Record<ReasoningMode, ReasoningEffort>>>
  readonly budget?: BudgetCapability
  /** Options that may stand beside `off`. Absent: none. */
  readonly besideOff?: readonly ('effort' | 'budgetTokens')[]
  /** `amounts`: an effort and a budget exclude each other; `all`: so does a mode. */
  readonly exclusive?: 'amounts' | 'all'
  /** Summary that each summary becomes; empty: no summary is available. */
  readonly summaries: Readonly<Partial<Record<ReasoningSummary, ReasoningSummary>>>
  /** The modes beside which a summary may stand; absent: any. */
  readonly summaryBeside?: readonly ReasoningMode[]
  /** True: reasoning is shown only on demand, so a request that asks for reasoning asks for a summary too. */
  readonly hidden?: boolean
}

export interface BudgetCapability {
  readonly min: number
  readonly max: number
  /**
   * Relation of the budget to the output cap, which includes it. `shared`: a guessed budget takes at most half of the cap; `max-tokens`:
   * the budget must also be less than the cap. Absent: unrelated.
   */
  readonly below?: 'max-tokens' | 'shared'
  /** Mode that takes a budget, and demands it. Absent: any mode may have one. */
  readonly of?: ReasoningMode
  /** True: a budget is sent only if the caller gave one; no effort becomes a budget. */
  readonly asked?: boolean
}

/** Parts of the rest of the request that reasoning depends on. */
export interface ReasoningSurroundings {
  /** Output cap in tokens. Absent: none. */
  readonly maxTokens?: number
  readonly forcedTool?: boolean
  /** True if the conversation has lost thoughts; called only if that would rule a mode out. */
  readonly lacksThoughts?: () => boolean
}

export type ReasoningCode =
  | 'reasoning-always-on'
  | 'reasoning-budget'
  | 'reasoning-control'
  | 'reasoning-effort'
  | 'reasoning-left-out'
  | 'reasoning-mode'
  | 'reasoning-mode-unsaid'
  | 'reasoning-summary'
  | 'reasoning-summary-dropped'

/** Reports a loss; `field` is the option that is lost or changed. */
export type ReportReasoning = (code: ReasoningCode, field: keyof ReasoningOptions) => void
