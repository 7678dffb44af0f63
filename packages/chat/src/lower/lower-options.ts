import type { Context, Extension, GenerateRequest, JsonObject, OutputFormat, OutputOptions, Pointer } from '@interlingua/core'
import { isJsonObject, pointer } from '@interlingua/core'
import { deriveId, hasKeys } from '@interlingua/core/adapter'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { fitMetadata, fitStops } from '@interlingua/core/lower'
import { isOpenAiStrict } from '@interlingua/schema'
import { format, hintOf } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'
import { isKnownTier } from '../is-known-tier.ts'
import { isOwn } from './is-own.ts'
import { isUnknown } from './is-unknown.ts'
import { lowerAudioOutput } from './lower-audio-output.ts'
import { lowerCache } from './lower-cache.ts'
import { lowerReasoningOptions } from './lower-reasoning-options.ts'
import { lowerSampling } from './lower-sampling.ts'
import { lowerStrictSchema } from './lower-strict-schema.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/** Lowers every option of `request` into `lowered`, and writes the hints that choose between spellings. */
export function lowerOptions(request: GenerateRequest, lowered: Draft<GenerateRequest>, reversals: ReversalDraft, context: Context): void {
  const dialect = readDialect(context.dialect)
  const hint: WireDraft = { ...hintOf(request) }
  const place = (field: string): Pointer => request.fields?.[field] ?? pointer(request.at ?? '', ...field.split('.'))
  if (request.output) setGroup(lowered, 'output', lowerOutput(request.output, hint, request.stream === true, reversals, place, context))
  dropSecondCap(lowered, context)
  if (request.sampling) setGroup(lowered, 'sampling', lowerSampling(request.sampling, hint, place, context))
  lowerReasoningOptions(request, lowered, hint, place, context)
  if (request.user !== undefined) lowerUser(request.user, lowered, hint, place('user'), context)
  if (request.serviceTier !== undefined && !takesTier(request.serviceTier, hint, context)) {
    context.onNotice(notice('service-tier', place('serviceTier')))
    delete lowered.serviceTier
  }
  if (request.cache) setGroup(lowered, 'cache', lowerCache(request.cache, request, hint, place, context))
  lowerKept(request, lowered, place, context)
  // The usage chunk is always requested, for accounting.
  if (request.stream === true && dialect.streamUsage !== false) {
    const asked = hint['streamOptions']
    if (!isJsonObject(asked) || asked['include_usage'] !== true)
      hint['streamOptions'] = { ...(isJsonObject(asked) ? asked : {}), include_usage: true }
  } else if (dialect.streamUsage === false) {
    if (isJsonObject(hint['streamOptions'])) context.onNotice(notice('stream-options', '/stream_options'))
    delete hint['streamOptions']
    const { blank } = hint
    if (isJsonObject(blank) && blank['stream_options'] !== undefined) {
      const { stream_options: _, ...others } = blank
      hint['blank'] = others
    }
  }
  writeHint(lowered, hint, hintOf(request))
  dropRefusedRest(lowered, place, context)
}

/** Drops unmodelled members in the caller's own spelling, if the server refuses every spelling of the field. */
function dropRefusedRest(lowered: Draft<GenerateRequest>, place: (field: string) => Pointer, context: Context): void {
  const own = lowered.extensions?.[format]
  if (own?.rest === undefined) return
  const { userField, streamUsage } = readDialect(context.dialect)
  const rest: WireDraft = { ...own.rest }
  if (streamUsage === false) delete rest['stream_options']
  if (userField === 'none' && rest['user'] !== undefined) {
    context.onNotice(notice('user', place('user')))
    delete rest['user']
  }
  if (Object.keys(rest).length === Object.keys(own.rest).length) return
  lowered.extensions = { ...lowered.extensions, [format]: { ...own, rest } }
}

/** Drops the second spelling of the cap: a caller may send both, while a target that knows one refuses the other. */
function dropSecondCap(lowered: Draft<GenerateRequest>, context: Context): void {
  const own = lowered.extensions?.[format]
  if (own?.rest?.['max_tokens'] === undefined) return
  if (readDialect(context.dialect).maxTokensField === undefined && context.model?.maxTokensField === undefined) return
  context.onNotice(notice('max-tokens-cap', pointer(lowered.at ?? '', 'max_tokens')))
  const { max_tokens: _, ...rest } = own.rest
  lowered.extensions = { ...lowered.extensions, [format]: { ...own, rest } }
}

function writeHint(lowered: Draft<GenerateRequest>, hint: JsonObject, before: JsonObject | undefined): void {
  const keys = Object.keys(hint)
  if (keys.length === Object.keys(before ?? {}).length && keys.every((key) => hint[key] === before?.[key])) return
  const own: Extension = lowered.extensions?.[format] ?? {}
  lowered.extensions = { ...lowered.extensions, [format]: { ...own, hint } }
}

function takesTier(tier: string, hint: JsonObject, context: Context): boolean {
  return !isUnknown('service_tier', context) && (isKnownTier(tier) || hint['serviceTier'] === 'other')
}

/** Lowers metadata and storage. */
function lowerKept(request: GenerateRequest, lowered: Draft<GenerateRequest>, place: (field: string) => Pointer, context: Context): void {
  if (request.metadata !== undefined && isUnknown('metadata', context)) {
    context.onNotice(notice('metadata', place('metadata')))
    delete lowered.metadata
  } else if (request.metadata !== undefined && !isOwn(request))
    lowered.metadata = fitMetadata(request.metadata, place('metadata'), (at) => context.onNotice(notice('metadata', at)))
  const { state } = lowered
  if (state?.store === undefined || !isUnknown('store', context)) return
  // A server without the field stores nothing.
  if (state.store) context.onNotice(notice('store', place('state.store')))
  const { store: _, ...rest } = state
  if (hasKeys(rest)) lowered.state = rest
  else delete lowered.state
}

function setGroup<K extends 'sampling' | 'output' | 'cache'>(
  lowered: Draft<GenerateRequest>,
  key: K,
  group: GenerateRequest[K] & object,
): void {
  for (const _ in group) {
    lowered[key] = group
    return
  }
  delete lowered[key]
}

function lowerOutput(
  output: OutputOptions,
  hint: WireDraft,
  stream: boolean,
  reversals: ReversalDraft,
  place: (field: string) => Pointer,
  context: Context,
): OutputOptions {
  const dialect = readDialect(context.dialect)
  const { model } = context
  const lowered: Draft<OutputOptions> = { ...output }
  if (output.maxTokens === 0) {
    context.onNotice(notice('max-tokens-none', place('output.maxTokens')))
    delete lowered.maxTokens
  } else if (output.maxTokens !== undefined) {
    if (dialect.maxTokensField === 'max_tokens') hint['maxTokens'] = 'max_tokens'
    else if (dialect.maxTokensField === 'max_completion_tokens' || model?.maxTokensField === 'max_completion_tokens')
      delete hint['maxTokens']
    if (model?.maxOutput !== undefined && output.maxTokens > model.maxOutput) {
      lowered.maxTokens = model.maxOutput
      context.onNotice(notice('max-tokens-cap', place('output.maxTokens')))
    }
  }
  if (output.stop) lowerStops(output.stop, lowered, reversals, place, context)
  if (output.candidates !== undefined && output.candidates > candidateLimit(context)) {
    context.onNotice(notice('candidates', place('output.candidates')))
    lowered.candidates = candidateLimit(context)
  }
  if (lowered.candidates === 1 && isUnknown('n', context)) delete lowered.candidates
  if (output.verbosity !== undefined && (model?.verbosity === false || isUnknown('verbosity', context))) {
    context.onNotice(notice('verbosity', place('output.verbosity')))
    delete lowered.verbosity
  }
  if (output.logprobs && (model?.logprobs === false || model?.sampling === false || isUnknown('logprobs', context))) {
    context.onNotice(notice('logprobs-model', place('output.logprobs')))
    delete lowered.logprobs
  }
  if (output.modalities?.includes('image')) {
    const spoken = output.modalities.filter((modality) => modality !== 'image')
    context.onNotice(notice('modality', place('output.modalities')))
    if (spoken.length > 0) lowered.modalities = spoken
    else delete lowered.modalities
  }
  lowerAudioOutput(lowered, stream, place, context)
  if (output.format) {
    const chosen = lowerFormat(output.format, place, context)
    if (chosen) lowered.format = chosen
    else delete lowered.format
  }
  return lowered
}

function candidateLimit({ dialect, model }: Context): number {
  return readDialect(dialect).unknownFields?.includes('n') === true ? 1 : (model?.candidateLimit ?? Number.POSITIVE_INFINITY)
}

/** Lowers stop sequences; the response is cut at those that the server or its model does not take. */
function lowerStops(
  stops: readonly string[],
  lowered: Draft<OutputOptions>,
  reversals: ReversalDraft,
  place: (field: string) => Pointer,
  context: Context,
): void {
  const { stopLimit, stopBytes } = readDialect(context.dialect)
  const limits = [stopLimit, context.model?.stopLimit].filter((limit) => limit !== undefined)
  const { sent, all } = fitStops(stops, { most: limits.length === 0 ? 4 : Math.min(...limits), bytes: stopBytes })
  if (sent.length === 0) delete lowered.stop
  else if (!all) lowered.stop = sent
  if (all) return
  context.onNotice(notice('stop-cut', place('output.stop')))
  reversals.stops = stops
}

const defaultName = 'response'

function lowerFormat(asked: OutputFormat, place: (field: string) => Pointer, context: Context): OutputFormat | undefined {
  const at = place('output.format')
  const best = readDialect(context.dialect).responseFormat ?? 'json_schema'
  if (asked.type === 'text') return asked
  if (best === 'none') {
    context.onNotice(notice('format', at))
    return undefined
  }
  if (asked.type === 'json') {
    // JSON mode promises any object.
    return best === 'json_schema-only' ? { type: 'json-schema', name: defaultName, schema: { type: 'object' }, strict: false } : asked
  }
  if (best === 'json_object') {
    context.onNotice(notice('format-json', at))
    return { type: 'json' }
  }
  // Chat demands a name: a format without one comes from elsewhere, and has no strictness yet.
  const foreign = asked.name === undefined
  const lowered: Draft<Extract<OutputFormat, { type: 'json-schema' }>> = { ...asked, name: asked.name ?? defaultName }
  const clean = lowered.name?.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || defaultName
  if (clean !== lowered.name) {
    context.onNotice(notice('format-name', place('output.format.name')))
    lowered.name = clean
  }
  if (foreign && asked.strict === undefined) {
    lowered.strict = isOpenAiStrict(asked.schema)
    if (!lowered.strict) context.onNotice(notice('format-strict', at))
  } else if (asked.strict === true) {
    const schema = lowerStrictSchema(asked.schema, place('output.format.schema'), 'format-schema-weakened', context)
    if (schema) lowered.schema = schema
    else {
      lowered.strict = false
      context.onNotice(notice('format-strict', place('output.format.strict')))
    }
  }
  return foreign || clean !== asked.name || lowered.schema !== asked.schema || lowered.strict !== asked.strict ? lowered : asked
}

function lowerUser(user: string, lowered: Draft<GenerateRequest>, hint: WireDraft, at: Pointer, context: Context): void {
  const { userField } = readDialect(context.dialect)
  if (userField === 'none') {
    context.onNotice(notice('user', at))
    delete lowered.user
    return
  }
  if (userField === 'user') hint['user'] = 'user'
  else if (userField === 'safety_identifier') delete hint['user']
  if (user.length <= 64) return
  context.onNotice(notice('user-id', at))
  lowered.user = deriveId('user_', user)
}
