import type { Context, GenerateRequest, ReasoningEffort, ReasoningMode, ReasoningOptions } from '@interlingua/core'
import { solveReasoning } from '@interlingua/core/lower'
import type { ReasoningCapabilities, ReasoningCode } from '@interlingua/core/lower'
import { notice } from '../notices.ts'
import { placeOf } from './place-of.ts'
import type { Code } from './scope.ts'

const everyLevel: readonly ReasoningEffort[] = ['minimal', 'low', 'medium', 'high']
const anyBudget = { min: 1, max: 65_536 } as const

/** Notice codes of this format for those of the pass. */
const codes = {
  'reasoning-always-on': 'reasoning-mode',
  'reasoning-budget': 'reasoning-budget',
  'reasoning-control': 'reasoning-mode',
  'reasoning-effort': 'reasoning-effort',
  'reasoning-left-out': 'reasoning-mode',
  'reasoning-mode': 'reasoning-mode',
  'reasoning-mode-unsaid': 'reasoning-mode',
  'reasoning-summary': 'reasoning-summary',
  'reasoning-summary-dropped': 'reasoning-summary',
} as const satisfies Record<ReasoningCode, Code>

/**
 * Fits reasoning to the model's profile: off, adaptive, a budget or a level. Requested reasoning is shown unless the request says
 * otherwise.
 */
export function lowerReasoning(request: GenerateRequest, context: Context, maxTokens: number | undefined): ReasoningOptions | undefined {
  if (request.reasoning === undefined) return undefined
  return solveReasoning(request.reasoning, capabilitiesOf(context), maxTokens === undefined ? {} : { maxTokens }, (code, field) =>
    context.onNotice(notice(codes[code], placeOf(request, `reasoning.${field}`, ''))),
  )
}

function capabilitiesOf({ model }: Context): ReasoningCapabilities {
  const { reasoning: modes, efforts, budget } = model ?? {}
  const takes = (mode: ReasoningMode): boolean => modes === undefined || modes.includes(mode)
  // A model that never thinks needs no setting.
  if (!takes('on') && !takes('adaptive')) return { modes: { off: 'unsaid' }, efforts: [], summaries: { none: 'none' } }
  const byLevel = efforts === undefined ? budget === undefined : efforts.length > 0
  return {
    modes: {
      off: takes('off') ? 'off' : 'on',
      on: 'unsaid',
      adaptive: takes('adaptive') ? 'adaptive' : 'on',
      'between-tools': 'on',
    },
    efforts: byLevel ? (efforts ?? everyLevel) : [],
    // An unknown model gets a budget.
    ...((!byLevel || efforts === undefined) && { budget: { ...(budget ?? anyBudget), below: 'shared' } }),
    exclusive: 'all',
    summaries: { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' },
    hidden: true,
  }
}
