import type { Context, GenerateRequest, Pointer, ReasoningOptions, ToolChoice } from '@interlingua/core'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/** True if reasoning can be turned off, or is off already. */
function canTurnOff({ reasoning }: GenerateRequest, { dialect, model }: Context): boolean {
  if (reasoning?.mode === 'off' || reasoning?.effort === 'none') return true
  if (model?.reasoning?.includes('off') === false) return false
  const { reasoningControl: control = 'reasoning_effort' } = readDialect(dialect)
  return control === 'reasoning_effort' ? model?.efforts?.includes('none') === true : control !== 'none'
}

/**
 * Turns reasoning off where a model takes it only without a forced tool, JSON output or an unstreamed response: these are contracts,
 * reasoning is not. The request stays as it is if the server has no switch, since the rule is then another server's.
 */
export function withoutReasoning(request: GenerateRequest, choice: ToolChoice | undefined, context: Context): GenerateRequest {
  const { reasoning } = request
  const format = request.output?.format
  const forced = choice?.mode === 'required' && context.model?.forcedToolWithReasoning === false
  const formatted = format !== undefined && format.type !== 'text' && context.model?.formatWithReasoning === false
  const whole = request.stream !== true && context.model?.reasoningUnstreamed === false
  if ((!forced && !formatted && !whole) || !canTurnOff(request, context)) return request
  if (reasoning?.mode === 'off' || reasoning?.effort === 'none') return request
  const asked = (['mode', 'effort', 'budgetTokens'] as const).find((field) => reasoning?.[field] !== undefined)
  const at: Pointer | undefined = asked && (request.fields?.[`reasoning.${asked}`] ?? `/reasoning/${asked}`)
  if (forced || formatted)
    context.onNotice(
      notice(
        'reasoning-choice',
        at ?? (forced ? (request.fields?.['toolChoice'] ?? '/toolChoice') : (request.fields?.['output.format'] ?? '/output/format')),
      ),
    )
  else context.onNotice(at === undefined ? notice('reasoning-stream-said', request.at ?? '') : notice('reasoning-stream', at))
  const { reasoningControl: control = 'reasoning_effort' } = readDialect(context.dialect)
  const off: ReasoningOptions = control === 'reasoning_effort' ? { effort: 'none' } : { mode: 'off' }
  return { ...request, reasoning: off }
}
