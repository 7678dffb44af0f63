import type { Context, GenerateRequest, ReasoningEffort, ReasoningMode, ReasoningOptions } from '@interlingua/core'
import { solveReasoning } from '@interlingua/core/lower'
import type { ReasoningCapabilities, ReasoningCode } from '@interlingua/core/lower'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { placeOf, placeOfMode } from './lower-options.ts'

/** Least budget in tokens. https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
const least = 1024
const everyMode: readonly ReasoningMode[] = ['off', 'on', 'adaptive', 'between-tools']
const everyEffort: readonly ReasoningEffort[] = ['low', 'medium', 'high', 'xhigh', 'max']

/** Notice codes of this format for those of the pass. */
const codes = {
  'reasoning-always-on': 'reasoning-mode',
  'reasoning-budget': 'reasoning-budget',
  'reasoning-control': 'reasoning-mode',
  'reasoning-effort': 'reasoning-effort',
  'reasoning-left-out': 'reasoning-left-out',
  'reasoning-mode': 'reasoning-mode',
  'reasoning-mode-unsaid': 'reasoning-mode',
  'reasoning-summary': 'reasoning-summary',
  'reasoning-summary-dropped': 'reasoning-summary',
} as const satisfies Record<ReasoningCode, Parameters<typeof notice>[0]>

const budget = { min: least, max: Number.POSITIVE_INFINITY, below: 'max-tokens', of: 'on' } as const
// Replacement of a budget, which excludes a forced tool and demands the thinking of earlier calls: the caller needs those more. Adaptive
// thinking demands none, if the model has it.
const off = { on: { byForcedTool: 'off', byLostThoughts: 'off' } } as const
const adaptiveInstead = { on: { byForcedTool: 'off', byLostThoughts: 'adaptive' } } as const
// Highest effort of the one model that thinks between tools only.
const highest = { 'between-tools': 'high' } as const
const summaries = { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' } as const
// Modes that take a display: without a thinking configuration it has no place.
const summaryBeside: readonly ReasoningMode[] = ['on', 'adaptive']
const besideOff = ['effort'] as const

/**
 * Fits thinking to the model's profile; an explicit mode beats a derived one. `beside` holds the options that must fit with it, and
 * `maxTokens` bounds a budget.
 */
export function lowerReasoning(
  request: GenerateRequest,
  context: Context,
  beside: { readonly maxTokens: number; readonly forcedTool: boolean; readonly lacksThoughts: () => boolean },
): ReasoningOptions | undefined {
  if (request.reasoning === undefined) return undefined
  const capabilities = capabilitiesOf(request, context)
  // A budget spans several responses with interleaved thinking.
  const bounded = capabilities.modes.on !== 'on' || !isInterleaved(request)
  return solveReasoning(
    request.reasoning,
    capabilities,
    { forcedTool: beside.forcedTool, lacksThoughts: beside.lacksThoughts, ...(bounded && { maxTokens: beside.maxTokens }) },
    (code, field) =>
      context.onNotice(notice(codes[code], field === 'mode' ? placeOfMode(request) : placeOf(request, `reasoning.${field}`))),
  )
}

function isInterleaved(request: GenerateRequest): boolean {
  return JSON.stringify(request.extensions?.messages?.hint?.headers ?? '').includes('interleaved-thinking')
}

function capabilitiesOf(request: GenerateRequest, { model, modelChosen }: Context): ReasoningCapabilities {
  const own = isOwn(request)
  const known = model?.reasoning ?? everyMode
  const on = known.includes('on')
  const adaptive = known.includes('adaptive')
  const between = known.includes('between-tools')
  const adapts = !own && adaptive && model !== undefined && model.reasoning !== undefined
  return {
    modes: {
      off: known.includes('off') ? 'off' : between ? 'between-tools' : adaptive ? 'adaptive' : on ? 'on' : 'off',
      on: on ? 'on' : adaptive ? 'adaptive' : 'off',
      adaptive: adaptive ? 'adaptive' : on ? 'on' : 'off',
      'between-tools': between ? 'between-tools' : on ? 'on' : adaptive ? 'adaptive' : 'off',
    },
    // Options that this format's own client left open are the server's to choose.
    ...(!own && {
      implied: {
        effort: adaptive ? 'adaptive' : 'on',
        budgetTokens: on || !adaptive ? 'on' : 'adaptive',
        ...(adapts && { summary: 'adaptive' }),
      },
    }),
    ruledOut: adapts ? adaptiveInstead : off,
    efforts: model?.efforts ?? (model?.reasoning && (!own || modelChosen === true) ? [] : everyEffort),
    highest: model?.offUpTo === undefined ? highest : { ...highest, off: model.offUpTo },
    budget,
    besideOff,
    summaries,
    summaryBeside,
  }
}
