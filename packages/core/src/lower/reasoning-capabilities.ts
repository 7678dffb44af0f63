import type { ReasoningEffort, ReasoningMode, ReasoningOptions } from '../request.ts'

export type ReasoningSummary = NonNullable<ReasoningOptions['summary']>

/** What a target can be told about reasoning: what its wire has, narrowed by the profile of the model. */
export interface ReasoningCapabilities {
  /**
   * What each mode becomes: itself, the nearest one, or `unsaid`: the target has no word for it but an effort or a budget. Absent: it cannot be
   * had at all.
   */
  readonly modes: Readonly<Partial<Record<ReasoningMode, ReasoningMode | 'unsaid'>>>
  /** The mode that stands beside an effort, a budget or a summary that came without one; absent: they need none. */
  readonly implied?: Readonly<Partial<Record<'effort' | 'budgetTokens' | 'summary', ReasoningMode>>>
  /** What a mode becomes where the choice of tools, or a conversation that has lost its thoughts, rules it out. */
  readonly ruledOut?: Readonly<
    Partial<Record<ReasoningMode, { readonly byForcedTool: ReasoningMode; readonly byLostThoughts: ReasoningMode }>>
  >
  /** The efforts that are taken. Absent: any; empty: none. */
  readonly efforts?: readonly ReasoningEffort[]
  /** The highest effort of a mode. */
  readonly highest?: Readonly<Partial<Record<ReasoningMode, ReasoningEffort>>>
  readonly budget?: BudgetCapability
  /** What may stand beside `off`; nothing else is said then. */
  readonly besideOff?: readonly ('effort' | 'budgetTokens')[]
  /** `amounts`: an effort and a budget exclude each other; `all`: so does a mode. */
  readonly exclusive?: 'amounts' | 'all'
  /** What each summary becomes; empty: none can be asked for. */
  readonly summaries: Readonly<Partial<Record<ReasoningSummary, ReasoningSummary>>>
  /** The modes beside which a summary may stand; absent: any. */
  readonly summaryBeside?: readonly ReasoningMode[]
  /** Reasoning is shown only on demand: who wants it wants to see it. */
  readonly hidden?: boolean
}

export interface BudgetCapability {
  readonly min: number
  readonly max: number
  /** The budget is part of the output cap, so a guess takes at most half of it. `max-tokens`: and must be less than it. */
  readonly below?: 'max-tokens' | 'shared'
  /** The one mode that takes a budget, and demands it; absent: any may have one. */
  readonly of?: ReasoningMode
  /** It is said only where the caller does: no effort becomes one. */
  readonly asked?: boolean
}

/** What the rest of the request says. */
export interface ReasoningSurroundings {
  /** The output cap, where a budget is part of it. */
  readonly maxTokens?: number
  readonly forcedTool?: boolean
  /** Asked only where a mode would be ruled out by it. */
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

/** `field`: the field of what was asked for that is lost or changed. */
export type ReportReasoning = (code: ReasoningCode, field: keyof ReasoningOptions) => void
