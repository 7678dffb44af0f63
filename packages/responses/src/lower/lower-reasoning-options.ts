import type { GenerateRequest, Pointer, ReasoningEffort, ReasoningOptions } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

const ladder: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Our table, not a vendor's: docs/model/options.md. */
function effortOf(budget: number): ReasoningEffort {
  if (budget <= 0) return 'none'
  if (budget < 2048) return 'low'
  if (budget < 12288) return 'medium'
  if (budget < 32768) return 'high'
  return budget < 65536 ? 'xhigh' : 'max'
}

/** Says as an effort how much the model should think, and which summary is wanted. */
export function lowerReasoningOptions(asked: ReasoningOptions, request: GenerateRequest, scope: LowerScope): ReasoningOptions {
  const { efforts } = scope.context.model ?? {}
  const options: Draft<ReasoningOptions> = { ...asked }
  const place = (field: string): Pointer => placeOf(request, `reasoning.${field}`)
  delete options.mode
  delete options.budgetTokens
  if (asked.summary !== undefined && asked.summary !== 'none' && efforts?.length === 0) {
    scope.report('reasoning-control', place('summary'))
    delete options.summary
  } else if (asked.summary === undefined && !scope.own && efforts?.length !== 0) {
    // Who wants reasoning wants to see it; here that must be said. Who wants none does not.
    const wanted = isWanted(asked)
    if (wanted !== undefined) options.summary = wanted ? 'auto' : 'none'
  }
  if (asked.mode === 'off') return turnOff(options, asked, efforts, place, scope)
  if (asked.budgetTokens !== undefined) {
    scope.report('reasoning-budget', place('budgetTokens'))
    options.effort ??= effortOf(asked.budgetTokens)
  }
  if (options.effort === undefined) {
    if (asked.mode !== undefined) scope.report('reasoning-mode', place('mode'))
    return options
  }
  // A caller of this format is the server's to refuse.
  if (scope.own || efforts === undefined) return options
  const effort = fitEffort(options.effort, efforts)
  if (effort === options.effort) return options
  scope.report(effort === undefined ? 'reasoning-control' : 'reasoning-effort', place('effort'))
  if (effort === undefined) delete options.effort
  else options.effort = effort
  return options
}

/** `undefined`: the caller does not say. */
function isWanted({ mode, effort, budgetTokens }: ReasoningOptions): boolean | undefined {
  if (mode === 'off') return false
  const much = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens))
  if (much === undefined) return mode === undefined ? undefined : true
  return much !== 'none'
}

function turnOff(
  options: Draft<ReasoningOptions>,
  asked: ReasoningOptions,
  efforts: readonly ReasoningEffort[] | undefined,
  place: (field: string) => Pointer,
  scope: LowerScope,
): ReasoningOptions {
  if (asked.effort !== undefined && asked.effort !== 'none') scope.report('reasoning-effort', place('effort'))
  if (asked.budgetTokens !== undefined) scope.report('reasoning-budget', place('budgetTokens'))
  delete options.effort
  if (efforts?.includes('none')) options.effort = 'none'
  else if (efforts === undefined || efforts.length > 0) scope.report('reasoning-off', place('mode'))
  return options
}

/** The effort itself, else the next lower one that the model knows, else its lowest; `undefined` where it knows none. */
export function fitEffort(effort: ReasoningEffort, efforts: readonly ReasoningEffort[]): ReasoningEffort | undefined {
  if (efforts.includes(effort)) return effort
  if (efforts.length === 0) return undefined
  for (let i = ladder.indexOf(effort); i >= 0; i--) {
    const lower = ladder[i]
    if (lower !== undefined && efforts.includes(lower) && (lower !== 'none' || effort === 'none')) return lower
  }
  return ladder.find((known) => efforts.includes(known) && known !== 'none') ?? efforts[0]
}
