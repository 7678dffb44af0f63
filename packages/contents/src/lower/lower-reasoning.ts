import type { Context, GenerateRequest, ReasoningEffort, ReasoningMode, ReasoningOptions } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { effortOfBudget } from './effort-of-budget.ts'
import { placeOf } from './place-of.ts'
import type { Code } from './scope.ts'

const order: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const levels: readonly ReasoningEffort[] = ['minimal', 'low', 'medium', 'high']
/** What an effort is worth in thinking tokens; `max` is what the model has. docs/model/options.md */
const budgets: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: Number.MAX_SAFE_INTEGER,
}
const unlimited = { min: 1, max: 65_536 } as const

/** One of: off, as the model likes, a budget, a level; as the profile of the model says. What is wanted is shown unless it is not to be. */
export function lowerReasoning(request: GenerateRequest, context: Context): ReasoningOptions | undefined {
  const { reasoning } = request
  if (reasoning === undefined) return undefined
  const report = (code: Code, field: keyof ReasoningOptions): void =>
    context.onNotice(notice(code, placeOf(request, `reasoning.${field}`, '')))
  const { reasoning: modes, efforts, budget: range } = context.model ?? {}
  const takes = (mode: ReasoningMode): boolean => modes === undefined || modes.includes(mode)
  const byLevel = efforts === undefined ? range === undefined : efforts.length > 0
  const lowered: Draft<ReasoningOptions> = {}

  const off = reasoning.mode === 'off' || (reasoning.effort === 'none' && reasoning.mode === undefined)
  if (off) {
    const field = reasoning.mode === 'off' ? 'mode' : 'effort'
    if (takes('off')) {
      // A model that never thinks need not be told.
      if (takes('on') || takes('adaptive')) lowered.mode = 'off'
      else report('thinking-mode', field)
    } else {
      report('thinking-mode', field)
      if (byLevel) lowered.effort = lowest(efforts)
      else lowered.budgetTokens = (range ?? unlimited).min
    }
    if (reasoning.mode === 'off' && reasoning.effort !== undefined && reasoning.effort !== 'none') report('effort', 'effort')
    if (reasoning.budgetTokens !== undefined) report('thinking-budget', 'budgetTokens')
  } else if (modes !== undefined && !takes('on') && !takes('adaptive')) {
    for (const field of ['mode', 'effort', 'budgetTokens', 'summary'] as const)
      if (reasoning[field] !== undefined) report('thinking-mode', field)
    return undefined
  } else if (byLevel && (efforts !== undefined || reasoning.effort !== undefined || reasoning.budgetTokens === undefined))
    toLevel(lowered, reasoning, efforts ?? levels, report)
  // Where nothing is known of the model, a budget is what it says.
  else toBudget(lowered, reasoning, range ?? unlimited, report)

  const thinks =
    !(off && takes('off')) && (Object.keys(lowered).length > 0 || reasoning.summary !== undefined || reasoning.mode !== undefined)
  lowerSummary(lowered, reasoning, thinks, report)
  return Object.keys(lowered).length === 0 ? undefined : lowered
}

type Report = (code: Code, field: keyof ReasoningOptions) => void

function toLevel(lowered: Draft<ReasoningOptions>, reasoning: ReasoningOptions, efforts: readonly ReasoningEffort[], report: Report): void {
  const { mode, effort, budgetTokens } = reasoning
  if (mode === 'between-tools') report('thinking-mode', 'mode')
  if (effort !== undefined && effort !== 'none') {
    lowered.effort = fitEffort(effort, efforts)
    if (lowered.effort !== effort) report('effort', 'effort')
    if (budgetTokens !== undefined) report('thinking-budget', 'budgetTokens')
    return
  }
  if (effort === 'none') report('effort', 'effort')
  if (budgetTokens !== undefined) {
    lowered.effort = fitEffort(effortOfBudget(budgetTokens), efforts)
    report('thinking-budget', 'budgetTokens')
  } else if (mode === 'adaptive') lowered.mode = 'adaptive'
  else if (mode === 'on') report('thinking-mode', 'mode')
}

function toBudget(
  lowered: Draft<ReasoningOptions>,
  { mode, effort, budgetTokens }: ReasoningOptions,
  range: { readonly min: number; readonly max: number },
  report: Report,
): void {
  if (mode === 'between-tools') report('thinking-mode', 'mode')
  if (budgetTokens !== undefined) {
    lowered.budgetTokens = clamp(budgetTokens, range)
    if (lowered.budgetTokens !== budgetTokens) report('thinking-budget', 'budgetTokens')
    if (effort !== undefined) report('effort', 'effort')
  } else if (effort !== undefined && effort !== 'none') {
    lowered.budgetTokens = clamp(budgets[effort], range)
    report('effort', 'effort')
  } else {
    if (effort === 'none') report('effort', 'effort')
    if (mode === 'adaptive') lowered.mode = 'adaptive'
    else if (mode === 'on') report('thinking-mode', 'mode')
  }
}

function clamp(budget: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.trunc(Math.min(Math.max(budget, min), max))
}

function lowerSummary(lowered: Draft<ReasoningOptions>, { summary }: ReasoningOptions, thinks: boolean, report: Report): void {
  if (!thinks) {
    // There will be nothing to show.
    if (summary === 'none' && lowered.mode === 'off') lowered.summary = 'none'
    else if (summary !== undefined) report('reasoning-summary', 'summary')
    return
  }
  if (summary === 'concise' || summary === 'detailed') report('reasoning-summary', 'summary')
  lowered.summary = summary === 'none' ? 'none' : 'auto'
}

function lowest(efforts: readonly ReasoningEffort[] | undefined): ReasoningEffort {
  return efforts?.[0] ?? 'minimal'
}

/** The effort itself, the next lower one, else the lowest. */
function fitEffort(effort: ReasoningEffort, efforts: readonly ReasoningEffort[]): ReasoningEffort {
  if (efforts.includes(effort)) return effort
  const lower = order.slice(0, order.indexOf(effort)).filter((known) => efforts.includes(known))
  return lower.at(-1) ?? lowest(efforts)
}
