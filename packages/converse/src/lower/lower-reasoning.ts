import { placeOfField } from '@interlingua/adapter-kit'
import type { Context, GenerateRequest, ReasoningEffort, ReasoningMode, ReasoningOptions, Turn } from '@interlingua/core'
import { solveReasoning, type ReasoningCapabilities, type ReasoningCode } from '@interlingua/core/lower'
import type { Family } from '../families.ts'
import { notice, type Code } from '../notices.ts'

/** Least budget in tokens. https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
const least = 1024
const everyMode: readonly ReasoningMode[] = ['off', 'on', 'adaptive', 'between-tools']
const everyEffort: readonly ReasoningEffort[] = ['low', 'medium', 'high', 'xhigh', 'max']
const threeEfforts: readonly ReasoningEffort[] = ['low', 'medium', 'high']
const summaries = { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' } as const

const codes = {
  'reasoning-always-on': 'reasoning-mode',
  'reasoning-budget': 'reasoning-budget',
  'reasoning-control': 'reasoning-control',
  'reasoning-effort': 'reasoning-effort',
  'reasoning-left-out': 'reasoning-left-out',
  'reasoning-mode': 'reasoning-mode',
  'reasoning-mode-unsaid': 'reasoning-mode',
  'reasoning-summary': 'reasoning-summary',
  'reasoning-summary-dropped': 'reasoning-summary',
} as const satisfies Record<ReasoningCode, Code>

/** Fits thinking to the family of the model, and to its profile. `lowered`: the request as it is sent but for thinking. */
export function lowerReasoning(
  { reasoning: asked, fields }: GenerateRequest,
  lowered: GenerateRequest,
  family: Family | undefined,
  context: Context,
): ReasoningOptions | undefined {
  if (asked === undefined) return undefined
  const { output, toolChoice, turns } = lowered
  const surroundings = {
    ...(output?.maxTokens !== undefined && { maxTokens: output.maxTokens }),
    forcedTool: toolChoice?.mode === 'required',
    lacksThoughts: () => lacksThoughts(turns),
  }
  const place = { ...(fields && { fields }) }
  const solved = solveReasoning(asked, capabilitiesOf(family, context), surroundings, (code, field) =>
    context.onNotice(notice(codes[code], placeOfField(place, `reasoning.${field === 'mode' ? spoken(asked) : field}`, ''))),
  )
  // Nova wants an effort with its thinking.
  return family === 'nova' && solved?.mode === 'on' && solved.effort === undefined ? { ...solved, effort: 'medium' } : solved
}

/** The option by which a mode was chosen. */
function spoken({ mode, effort }: ReasoningOptions): 'mode' | 'effort' | 'budgetTokens' {
  return mode !== undefined ? 'mode' : effort !== undefined ? 'effort' : 'budgetTokens'
}

/** True: the last turn of the model calls tools without a thought before, which is refused with a budget. */
function lacksThoughts(turns: readonly Turn[]): boolean {
  const last = turns.findLast(({ author }) => author === 'assistant')
  if (last === undefined) return false
  const call = last.parts.findIndex(({ type }) => type === 'tool-call')
  return call !== -1 && !last.parts.slice(0, call).some(({ type }) => type === 'reasoning')
}

const unsaid = { off: 'unsaid', on: 'unsaid', adaptive: 'unsaid', 'between-tools': 'unsaid' } as const

function capabilitiesOf(family: Family | undefined, { model }: Context): ReasoningCapabilities {
  if (family === 'claude')
    return claude(model?.reasoning ?? everyMode, model?.efforts ?? (model?.reasoning ? [] : everyEffort), model?.offUpTo)
  if (family === 'nova') {
    const known = model?.reasoning ?? ['on', 'off']
    const on = known.includes('on') ? 'on' : undefined
    return {
      modes: on ? { off: 'off', on, adaptive: on, 'between-tools': on } : {},
      ...(on && { implied: { effort: on, budgetTokens: on } }),
      efforts: on ? threeEfforts : [],
      summaries: {},
    }
  }
  if (family === 'openai' || family === 'qwen') return { modes: unsaid, efforts: threeEfforts, exclusive: 'all', summaries: {} }
  if (family !== undefined) return { modes: {}, efforts: [], summaries: {} }
  return { modes: unsaid, efforts: model?.efforts ?? ['none', 'minimal', ...everyEffort], exclusive: 'all', summaries: {} }
}

function claude(
  known: readonly ReasoningMode[],
  efforts: readonly ReasoningEffort[],
  offUpTo: ReasoningEffort | undefined,
): ReasoningCapabilities {
  const has = (mode: ReasoningMode): boolean => known.includes(mode)
  const [on, adaptive, between] = [has('on'), has('adaptive'), has('between-tools')]
  const adapts = adaptive && known !== everyMode
  return {
    modes: {
      off: has('off') ? 'off' : between ? 'between-tools' : adaptive ? 'adaptive' : on ? 'on' : 'off',
      on: on ? 'on' : adaptive ? 'adaptive' : 'off',
      adaptive: adaptive ? 'adaptive' : on ? 'on' : 'off',
      'between-tools': between ? 'between-tools' : on ? 'on' : adaptive ? 'adaptive' : 'off',
    },
    implied: {
      effort: adaptive ? 'adaptive' : 'on',
      budgetTokens: on || !adaptive ? 'on' : 'adaptive',
      ...(adapts && { summary: 'adaptive' }),
    },
    ruledOut: { on: { byForcedTool: 'off', byLostThoughts: adapts ? 'adaptive' : 'off' } },
    efforts,
    highest: { 'between-tools': 'high', ...(offUpTo && { off: offUpTo }) },
    budget: { min: least, max: Number.POSITIVE_INFINITY, below: 'max-tokens', of: 'on' },
    besideOff: ['effort'],
    summaries,
    summaryBeside: ['on', 'adaptive'],
  }
}
