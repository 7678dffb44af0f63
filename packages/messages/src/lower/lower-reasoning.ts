import type { Context, GenerateRequest, ReasoningEffort, ReasoningMode, ReasoningOptions } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { effortBudgets, effortOfBudget } from './effort-budgets.ts'
import { isOwn } from './is-own.ts'
import { placeOf, placeOfMode } from './lower-options.ts'

const order: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const least = 1024

/** How the model thinks, as its profile takes it. An explicit mode beats one that is derived. `maxTokens` bounds a budget. */
export function lowerReasoning(request: GenerateRequest, context: Context, maxTokens: number): ReasoningOptions | undefined {
  const { reasoning } = request
  if (reasoning === undefined) return undefined
  const report = (code: Parameters<typeof notice>[0], field: keyof ReasoningOptions): void =>
    context.onNotice(notice(code, field === 'mode' ? placeOfMode(request) : placeOf(request, `reasoning.${field}`)))
  const lowered: Draft<ReasoningOptions> = { ...reasoning }
  const modes = context.model?.reasoning
  const takes = (mode: ReasoningMode): boolean => modes === undefined || modes.includes(mode)

  if (lowered.effort === 'none') {
    // Asking for no effort is how other formats say off; beside a mode it is how nobody says anything.
    delete lowered.effort
    if (lowered.mode === undefined) lowered.mode = 'off'
    else report('effort', 'effort')
  }
  if (lowered.mode === undefined && (lowered.effort !== undefined || lowered.budgetTokens !== undefined) && !isOwn(request)) {
    const budget = lowered.budgetTokens !== undefined && takes('on')
    lowered.mode = takes('adaptive') && !budget ? 'adaptive' : 'on'
  }
  // Whoever asks to see thoughts wants some; whoever does not want to see them says nothing else.
  if (lowered.mode === undefined && lowered.summary !== undefined && !isOwn(request)) {
    if (lowered.summary === 'none') delete lowered.summary
    else if (modes?.includes('adaptive')) lowered.mode = 'adaptive'
  }
  if (lowered.mode === 'off' && !takes('off')) {
    report('thinking-mode', 'mode')
    lowered.mode = takes('between-tools') ? 'between-tools' : 'adaptive'
    lowered.effort ??= 'low'
  }
  if (lowered.mode === 'on' && !takes('on') && takes('adaptive')) {
    report('thinking-mode', 'mode')
    lowered.mode = 'adaptive'
    lowered.effort ??= lowered.budgetTokens === undefined ? 'high' : effortOfBudget(lowered.budgetTokens)
    delete lowered.budgetTokens
  }
  if ((lowered.mode === 'adaptive' || lowered.mode === 'between-tools') && !takes(lowered.mode)) {
    report('thinking-mode', lowered.effort === undefined ? 'mode' : 'effort')
    lowered.mode = takes('on') ? 'on' : takes('adaptive') ? 'adaptive' : 'off'
    if (lowered.mode === 'on') lowered.budgetTokens ??= effortBudgets[lowered.effort ?? 'high']
  }
  if (lowered.mode === 'on') {
    if (lowered.budgetTokens === undefined) lowered.budgetTokens = effortBudgets[lowered.effort ?? 'high']
    fitBudget(
      lowered,
      maxTokens,
      request,
      () =>
        report(
          'thinking-budget',
          reasoning.budgetTokens !== undefined ? 'budgetTokens' : reasoning.effort !== undefined ? 'effort' : 'mode',
        ),
      () => report('thinking-off', 'mode'),
    )
  } else if (lowered.budgetTokens !== undefined) {
    if (lowered.mode === 'adaptive' && !isOwn(request)) lowered.effort ??= effortOfBudget(lowered.budgetTokens)
    report('thinking-budget', 'budgetTokens')
    delete lowered.budgetTokens
  }
  // The one model that thinks between tools only does not do so above `high`.
  if (lowered.mode === 'between-tools' && (lowered.effort === 'xhigh' || lowered.effort === 'max')) {
    report('effort', 'effort')
    lowered.effort = 'high'
  }
  if (lowered.effort !== undefined) fitEffort(lowered, context, request, () => report('effort', 'effort'))
  if (lowered.summary === 'concise' || lowered.summary === 'detailed') {
    report('reasoning-summary', 'summary')
    lowered.summary = 'auto'
  }
  // A display belongs to a thinking configuration: without one it has no place.
  if (lowered.summary !== undefined && (lowered.mode === undefined || lowered.mode === 'off' || lowered.mode === 'between-tools')) {
    report('reasoning-summary', 'summary')
    delete lowered.summary
  }
  return lowered
}

function fitBudget(
  lowered: Draft<ReasoningOptions>,
  maxTokens: number,
  request: GenerateRequest,
  onChange: () => void,
  onOff: () => void,
): void {
  const budget = lowered.budgetTokens ?? least
  // With interleaved thinking a budget spans several answers.
  const interleaved = JSON.stringify(request.extensions?.messages?.hint?.headers ?? '').includes('interleaved-thinking')
  const most = interleaved ? Number.POSITIVE_INFINITY : maxTokens - 1
  if (most < least) {
    onOff()
    lowered.mode = 'off'
    delete lowered.budgetTokens
    return
  }
  const fitted = Math.min(Math.max(budget, least), most)
  if (fitted === budget) return
  onChange()
  lowered.budgetTokens = fitted
}

/** A model that has no efforts gets none; one that lacks this effort gets the next lower one, else its lowest. */
function fitEffort(lowered: Draft<ReasoningOptions>, context: Context, request: GenerateRequest, onChange: () => void): void {
  const { effort } = lowered
  if (effort === undefined) return
  const profile = context.model
  const efforts: readonly ReasoningEffort[] =
    profile?.efforts ?? (profile?.reasoning && !isOwn(request) ? [] : ['low', 'medium', 'high', 'xhigh', 'max'])
  if (efforts.includes(effort)) return
  onChange()
  const lower = order.slice(0, order.indexOf(effort)).filter((known) => efforts.includes(known))
  const fitted = lower.at(-1) ?? efforts[0]
  if (fitted === undefined) delete lowered.effort
  else lowered.effort = fitted
}
