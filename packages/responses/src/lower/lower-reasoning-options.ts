import type { GenerateRequest, ReasoningOptions } from '@interlingua/core'
import { solveReasoning } from '@interlingua/core/lower'
import type { ReasoningCapabilities, ReasoningCode } from '@interlingua/core/lower'
import { placeOf } from './place-of.ts'
import type { Code, LowerScope } from './scope.ts'

/** Notice codes of this format for those of the pass. */
const codes = {
  'reasoning-always-on': 'reasoning-always-on',
  'reasoning-budget': 'reasoning-budget',
  'reasoning-control': 'reasoning-control',
  'reasoning-effort': 'reasoning-effort',
  'reasoning-left-out': 'reasoning-mode',
  'reasoning-mode': 'reasoning-mode',
  'reasoning-mode-unsaid': 'reasoning-mode',
  'reasoning-summary': 'reasoning-control',
  'reasoning-summary-dropped': 'reasoning-control',
} as const satisfies Record<ReasoningCode, Code>

/** Fits reasoning options to an effort and a summary. */
export function lowerReasoningOptions(asked: ReasoningOptions, request: GenerateRequest, scope: LowerScope): ReasoningOptions | undefined {
  return solveReasoning(asked, capabilitiesOf(asked, scope), {}, (code, field) =>
    scope.report(codes[code], placeOf(request, `reasoning.${field}`)),
  )
}

const unsaid = { off: 'unsaid', on: 'unsaid', adaptive: 'unsaid', 'between-tools': 'unsaid' } as const
const everySummary = { none: 'none', auto: 'auto', concise: 'concise', detailed: 'detailed' } as const

function capabilitiesOf({ mode }: ReasoningOptions, { own, named, context }: LowerScope): ReasoningCapabilities {
  const { efforts, reasoningSummary } = context.model ?? {}
  const shown = efforts?.length !== 0 && reasoningSummary !== false
  return {
    modes: unsaid,
    // Efforts of this format's callers are the server's to refuse.
    ...(efforts && (!named || mode === 'off') && { efforts }),
    summaries: shown ? everySummary : { none: 'none' },
    // Summaries must be requested here.
    hidden: !own && reasoningSummary !== false,
  }
}
