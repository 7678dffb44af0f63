import type { Context, GenerateRequest, Pointer, ReasoningEffort, ReasoningOptions } from '@interlingua/core'
import type { Draft, WireDraft } from './extension.ts'
import { notice } from './notices.ts'
import { readDialect } from './profiles.ts'

const ladder: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Our table, not a vendor's: docs/model/options.md. */
function effortOf(budget: number): ReasoningEffort {
  if (budget <= 0) return 'none'
  if (budget < 2048) return 'low'
  if (budget < 12288) return 'medium'
  if (budget < 32768) return 'high'
  return budget < 65536 ? 'xhigh' : 'max'
}

/** Says with the dialect's field how much the model should think. */
export function lowerReasoningOptions(
  request: GenerateRequest,
  lowered: Draft<GenerateRequest>,
  hint: WireDraft,
  place: (field: string) => Pointer,
  context: Context,
): void {
  const { reasoningControl: control = 'reasoning_effort' } = readDialect(context.dialect)
  const only =
    control === 'reasoning_effort' && lowered.tools?.some(({ type }) => type !== 'builtin') ? context.model?.effortWithTools : undefined
  const { reasoning = {} } = request
  if (request.reasoning === undefined && only === undefined) return
  const say = (
    code:
      | 'reasoning-mode'
      | 'reasoning-mode-dropped'
      | 'reasoning-with-tools'
      | 'reasoning-off'
      | 'reasoning-budget'
      | 'reasoning-summary'
      | 'reasoning-control'
      | 'reasoning-effort',
    field: string,
  ): void => context.onNotice(notice(code, place(`reasoning.${field}`)))
  if (reasoning.summary !== undefined) say('reasoning-summary', 'summary')
  const { summary: _, ...asked } = reasoning
  const options: Draft<ReasoningOptions> = asked
  delete hint['reasoning']
  delete hint['thinking']
  switch (control) {
    case 'none':
      for (const key in options) say('reasoning-control', key)
      delete lowered.reasoning
      return
    case 'reasoning':
      hint['reasoning'] = 'reasoning'
      // Its two ways of saying how much exclude each other.
      if (options.effort !== undefined && options.budgetTokens !== undefined) {
        delete options.budgetTokens
        say('reasoning-budget', 'budgetTokens')
      }
      break
    case 'thinking':
    case 'enable_thinking':
      hint['thinking'] = control === 'thinking' ? true : control
      if (control === 'thinking') fitEffortBesideThinking(options, say, context.model?.efforts)
      if (options.effort !== undefined && (control !== 'thinking' || !context.model?.efforts?.includes(options.effort))) {
        say('reasoning-effort', 'effort')
        options.mode ??= options.effort === 'none' ? 'off' : 'on'
        delete options.effort
      }
      if (options.budgetTokens !== undefined && control === 'enable_thinking') {
        say('reasoning-budget', 'budgetTokens')
        delete options.budgetTokens
      }
      if (options.budgetTokens !== undefined) options.mode ??= 'on'
      if (options.mode === 'between-tools' || (options.mode === 'adaptive' && control === 'enable_thinking')) {
        say('reasoning-mode', 'mode')
        options.mode = 'on'
      }
      break
    case 'reasoning_effort':
      if (only === undefined) toEffort(options, say, place('reasoning'), context)
      else toToolEffort(options, only, say, place('reasoning.effort'), context)
  }
  for (const _ in options) {
    lowered.reasoning = options
    return
  }
  delete lowered.reasoning
}

/** Where a model has efforts, the server takes one beside the switch. */
function fitEffortBesideThinking(
  options: Draft<ReasoningOptions>,
  say: (code: 'reasoning-effort', field: string) => void,
  efforts: readonly ReasoningEffort[] | undefined,
): void {
  const { mode, effort } = options
  if (efforts === undefined || efforts.length === 0 || effort === undefined || effort === 'none') return
  if (mode === 'off') {
    say('reasoning-effort', 'effort')
    delete options.effort
    return
  }
  options.mode ??= 'on'
  if (efforts.includes(effort)) return
  say('reasoning-effort', 'effort')
  options.effort = nearest(effort, efforts)
}

/** The newest models take tools on this endpoint only with one effort, and want it said: what was asked for instead is reported. */
function toToolEffort(
  options: Draft<ReasoningOptions>,
  only: ReasoningEffort,
  say: (code: 'reasoning-with-tools', field: string) => void,
  at: Pointer,
  context: Context,
): void {
  const { mode, effort, budgetTokens } = options
  const off = only === 'none' && mode === 'off'
  if (mode !== undefined && !off) say('reasoning-with-tools', 'mode')
  if (effort !== undefined && effort !== only) say('reasoning-with-tools', 'effort')
  if (budgetTokens !== undefined) say('reasoning-with-tools', 'budgetTokens')
  if (mode === undefined && effort === undefined && budgetTokens === undefined) context.onNotice(notice('reasoning-said', at))
  delete options.mode
  delete options.budgetTokens
  options.effort = only
}

function toEffort(
  options: Draft<ReasoningOptions>,
  say: (
    code: 'reasoning-mode-dropped' | 'reasoning-off' | 'reasoning-budget' | 'reasoning-control' | 'reasoning-effort',
    field: string,
  ) => void,
  group: Pointer,
  context: Context,
): void {
  const efforts = context.model?.efforts
  const { mode, budgetTokens } = options
  delete options.mode
  delete options.budgetTokens
  if (mode === 'off') {
    if (options.effort !== undefined && options.effort !== 'none') say('reasoning-effort', 'effort')
    if (budgetTokens !== undefined) say('reasoning-budget', 'budgetTokens')
    delete options.effort
    if (efforts?.includes('none')) options.effort = 'none'
    else if (efforts === undefined || efforts.length > 0) say('reasoning-off', 'mode')
    return
  }
  if (budgetTokens !== undefined) {
    context.onNotice(notice('reasoning-budget', group))
    options.effort ??= effortOf(budgetTokens)
  }
  if (options.effort === undefined) {
    if (mode !== undefined) say('reasoning-mode-dropped', 'mode')
    return
  }
  if (efforts === undefined || efforts.includes(options.effort)) return
  if (efforts.length === 0) {
    say('reasoning-control', 'effort')
    delete options.effort
    return
  }
  say('reasoning-effort', 'effort')
  options.effort = nearest(options.effort, efforts)
}

/** The next lower effort that the model knows, else its lowest. */
function nearest(effort: ReasoningEffort, efforts: readonly ReasoningEffort[]): ReasoningEffort {
  for (let i = ladder.indexOf(effort); i >= 0; i--) {
    const lower = ladder[i]
    if (lower !== undefined && efforts.includes(lower) && (lower !== 'none' || effort === 'none')) return lower
  }
  return ladder.find((known) => efforts.includes(known) && known !== 'none') ?? efforts[0] ?? effort
}
