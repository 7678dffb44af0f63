import type { Context, GenerateRequest, ModelProfile, Pointer, ReasoningEffort, ReasoningOptions } from '@interlingua/core'
import { solveReasoning } from '@interlingua/core/lower'
import type { ReasoningCapabilities, ReasoningCode } from '@interlingua/core/lower'
import type { Draft, WireDraft } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'
import type { Dialect } from '../profiles.ts'

type Control = NonNullable<Dialect['reasoningControl']>
type Code = Parameters<typeof notice>[0]

/** Notice codes of this format for those of the pass. */
const codes = {
  'reasoning-always-on': 'reasoning-always-on',
  'reasoning-budget': 'reasoning-budget',
  'reasoning-control': 'reasoning-control',
  'reasoning-effort': 'reasoning-effort',
  'reasoning-left-out': 'reasoning-mode',
  'reasoning-mode': 'reasoning-mode',
  'reasoning-mode-unsaid': 'reasoning-mode-dropped',
  'reasoning-summary': 'reasoning-summary-dropped',
  'reasoning-summary-dropped': 'reasoning-summary-dropped',
} as const satisfies Record<ReasoningCode, Code>

/** Fits reasoning options to the dialect's field. */
export function lowerReasoningOptions(
  request: GenerateRequest,
  lowered: Draft<GenerateRequest>,
  hint: WireDraft,
  place: (field: string) => Pointer,
  context: Context,
): void {
  const control = controlOf(context)
  const only =
    control === 'reasoning_effort' && lowered.tools?.some(({ type }) => type !== 'builtin') ? context.model?.effortWithTools : undefined
  if (request.reasoning === undefined && only === undefined) return
  const report = (code: Code, field: keyof ReasoningOptions): void => context.onNotice(notice(code, place(`reasoning.${field}`)))
  delete hint['reasoning']
  delete hint['thinking']
  if (control === 'reasoning') hint['reasoning'] = 'reasoning'
  else if (isSwitch(control)) hint['thinking'] = control === 'thinking' ? true : control
  const solved =
    only === undefined
      ? solveReasoning(request.reasoning, capabilitiesOf(control, context), {}, (code, field) => report(codes[code], field))
      : toToolEffort(request.reasoning ?? {}, only, report)
  if (solved) lowered.reasoning = solved
  else delete lowered.reasoning
}

/** Field of the dialect; for a server whose models differ, that of the model. */
function controlOf({ dialect, model }: Context): Control {
  const { reasoningControl = 'reasoning_effort' } = readDialect(dialect)
  return reasoningControl === 'thinking' && model?.reasoningControl === 'reasoning_effort' ? 'reasoning_effort' : reasoningControl
}

function isSwitch(control: Control): boolean {
  return control === 'thinking' || control === 'enable_thinking'
}

function canBeOff({ reasoning, efforts }: ModelProfile): boolean {
  return reasoning?.includes('off') ?? (efforts === undefined || efforts.length === 0 || efforts.includes('none'))
}

const unsaid = { off: 'unsaid', on: 'unsaid', adaptive: 'unsaid', 'between-tools': 'unsaid' } as const
const everyMode = { off: 'off', on: 'on', adaptive: 'adaptive', 'between-tools': 'between-tools' } as const
const anyBudget = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, asked: true } as const

/** Capabilities by field. None of the fields asks for summaries. */
function capabilitiesOf(control: Control, { model }: Context): ReasoningCapabilities {
  switch (control) {
    case 'none':
      return { modes: {}, efforts: [], summaries: {} }
    case 'reasoning': {
      const budgeted = { budget: anyBudget, exclusive: 'amounts', summaries: {} } as const
      // Reasoning that cannot be turned off gets the least.
      if (model !== undefined && !canBeOff(model))
        return { ...budgeted, modes: { ...everyMode, off: 'on' }, ...(model.efforts && { efforts: model.efforts }) }
      return { ...budgeted, modes: everyMode, besideOff: ['effort', 'budgetTokens'] }
    }
    case 'thinking':
      // The server takes an effort beside the switch if the model has efforts.
      return {
        modes: { off: model?.reasoning?.includes('off') === false ? 'on' : 'off', on: 'on', adaptive: 'on', 'between-tools': 'on' },
        implied: { effort: 'on', budgetTokens: 'on' },
        efforts: model?.efforts ?? [],
        budget: anyBudget,
        besideOff: ['budgetTokens'],
        summaries: {},
      }
    case 'enable_thinking':
      return {
        modes: { off: 'off', on: 'on', adaptive: 'on', 'between-tools': 'on' },
        implied: { effort: 'on' },
        efforts: [],
        summaries: {},
      }
    case 'reasoning_effort':
      return { modes: unsaid, ...(model?.efforts && { efforts: model.efforts }), summaries: {} }
  }
}

/** Sets the only effort with which the newest models take tools on this endpoint, and reports another one that was asked for. */
function toToolEffort(
  { mode, effort, budgetTokens, summary }: ReasoningOptions,
  only: ReasoningEffort,
  report: (code: Code, field: keyof ReasoningOptions) => void,
): ReasoningOptions {
  const off = only === 'none' && mode === 'off'
  if (summary !== undefined) report('reasoning-summary-dropped', 'summary')
  if (mode !== undefined && !off) report('reasoning-with-tools', 'mode')
  if (effort !== undefined && effort !== only) report('reasoning-with-tools', 'effort')
  if (budgetTokens !== undefined) report('reasoning-with-tools', 'budgetTokens')
  if (mode === undefined && effort === undefined && budgetTokens === undefined) report('reasoning-said', 'effort')
  return { effort: only }
}
