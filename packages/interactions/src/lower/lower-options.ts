import { isGoogleVoice, placeOfField } from '@interlingua/adapter-kit'
import type { Context, GenerateRequest, OutputOptions, ReasoningEffort, ReasoningOptions, ServerState } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { solveReasoning, type ReasoningCode } from '@interlingua/core/lower'
import { notice, type Code } from '../notices.ts'
import { encodeSpeech } from '../speech.ts'
import { encodeServiceTier } from '../tiers.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** Options in the words of this format. `spoken`: the request came in it. */
export function lowerOptions(request: GenerateRequest, spoken: boolean, context: Context): GenerateRequest {
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOfField(request, field, '')))
  const lowered: Draft<GenerateRequest> = { ...request }
  put(lowered, 'reasoning', lowerReasoning(request.reasoning, context, report))
  put(lowered, 'output', request.output && lowerOutput(request.output, request, report))
  if (request.sampling) lowered.sampling = lowerSampling(request.sampling, report)
  const tier = request.serviceTier
  if (tier !== undefined && encodeServiceTier(tier) === undefined) {
    if (tier !== 'auto') report('service-tier', 'serviceTier')
    delete lowered.serviceTier
  }
  if (!spoken) {
    put(lowered, 'state', request.state && lowerState(request.state, report))
    if (request.metadata !== undefined) {
      if (hasKeys(request.metadata)) report('metadata', 'metadata')
      delete lowered.metadata
    }
    const { safety } = request
    if (safety?.some(({ category, threshold }) => !/^HARM_CATEGORY_[A-Z_]+$/.test(category) || !/^[A-Z_]+$/.test(threshold)) === true) {
      report('safety', 'safety')
      delete lowered.safety
    }
  }
  return lowered
}

function put<T extends object, K extends keyof T>(options: Draft<T>, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete options[key]
  else options[key] = value
}

const levels: readonly ReasoningEffort[] = ['minimal', 'low', 'medium', 'high']

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

/** Thinking is said by a level, and shown or not. A model that cannot do without gets the least. */
function lowerReasoning(
  asked: ReasoningOptions | undefined,
  { model }: Context,
  report: (code: Code, field: string) => void,
): ReasoningOptions | undefined {
  const efforts = model?.efforts?.filter((effort) => levels.includes(effort)) ?? levels
  // Thinking is shown where it was asked for by more than a level.
  const shown = asked?.mode === 'on' || asked?.mode === 'adaptive' || asked?.mode === 'between-tools' || asked?.budgetTokens !== undefined
  const capabilities = {
    modes: { off: 'unsaid', on: 'unsaid', adaptive: 'unsaid', 'between-tools': 'unsaid' },
    efforts,
    exclusive: 'all',
    summaries: { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' },
    hidden: shown,
  } as const
  return solveReasoning(asked, capabilities, {}, (code, field) => {
    // A model thinks by itself, which is all that a mode asks for.
    if (code !== 'reasoning-mode-unsaid') report(codes[code], `reasoning.${field}`)
  })
}

/** A voice of the vendor is said; the format of the samples is not. */
function lowerAudio({ voice, format }: NonNullable<OutputOptions['audio']>, drop: (field: string) => void): OutputOptions['audio'] {
  const known = voice !== undefined && (typeof voice === 'string' ? isGoogleVoice(voice) : encodeSpeech(voice) !== undefined)
  if (voice !== undefined && !known) drop('output.audio.voice')
  if (format !== undefined && !isSamples(format)) drop('output.audio.format')
  return known ? { voice } : undefined
}

/** True for raw samples, which the service answers with. */
function isSamples(format: string): boolean {
  return format === 'pcm16' || format === 'pcm'
}

const imageKeys: ReadonlySet<string> = new Set(['aspectRatio', 'imageSize'])

function lowerOutput(output: OutputOptions, { fields = {} }: GenerateRequest, report: (code: Code, field: string) => void): OutputOptions {
  const lowered: Draft<OutputOptions> = { ...output }
  const { maxTokens, image } = output
  if (maxTokens !== undefined && (!Number.isSafeInteger(maxTokens) || maxTokens < 1)) delete lowered.maxTokens
  if (output.stop?.length === 0) delete lowered.stop
  if (image && Object.keys(image).some((key) => !imageKeys.has(key))) {
    report('image-setting', 'output.image')
    lowered.image = Object.fromEntries(Object.entries(image).filter(([key]) => imageKeys.has(key)))
  }
  put(
    lowered,
    'audio',
    output.audio && lowerAudio(output.audio, (field) => report('audio', Object.hasOwn(fields, field) ? field : 'output.audio')),
  )
  return lowered
}

function lowerSampling(
  sampling: NonNullable<GenerateRequest['sampling']>,
  report: (code: Code, field: string) => void,
): NonNullable<GenerateRequest['sampling']> {
  const lowered: Draft<NonNullable<GenerateRequest['sampling']>> = { ...sampling }
  if (sampling.temperature !== undefined && sampling.temperature < 0) {
    report('temperature', 'sampling.temperature')
    lowered.temperature = 0
  }
  return lowered
}

/** References to what another provider keeps mean nothing here. */
function lowerState(state: ServerState, report: (code: Code, field: string) => void): ServerState | undefined {
  const { store, background, container } = state
  for (const key of ['previousResponse', 'conversation', 'prompt', 'thread'] as const)
    if (state[key] !== undefined) report('server-state', `state.${key}`)
  if (container !== undefined) report('container', 'state.container')
  if (background === true) report('background', 'state.background')
  return store === undefined ? undefined : { store }
}
