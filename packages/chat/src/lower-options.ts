import type {
  CacheOptions,
  Context,
  Extension,
  GenerateRequest,
  JsonObject,
  OutputFormat,
  OutputOptions,
  Pointer,
  SamplingOptions,
} from '@interlingua/core'
import { deriveId, isJsonObject, pointer } from '@interlingua/core'
import { isOpenAiStrict } from '@interlingua/schema'
import { format, hintOf } from './extension.ts'
import type { Draft, WireDraft } from './extension.ts'
import { isKnownTier } from './is-known-tier.ts'
import { lowerAudioOutput } from './lower-audio-output.ts'
import { lowerReasoningOptions } from './lower-reasoning-options.ts'
import { lowerStrictSchema } from './lower-strict-schema.ts'
import { notice } from './notices.ts'
import { readDialect } from './profiles.ts'

/** Lowers every option of `request` into `lowered`, and writes the hints by which encoding chooses between spellings. */
export function lowerOptions(request: GenerateRequest, lowered: Draft<GenerateRequest>, context: Context): void {
  const dialect = readDialect(context.dialect)
  const hint: WireDraft = { ...hintOf(request) }
  const place = (field: string): Pointer => request.fields?.[field] ?? pointer(request.at ?? '', ...field.split('.'))
  if (request.output) lowered.output = lowerOutput(request.output, hint, request.stream === true, place, context)
  dropSecondCap(lowered, context)
  if (request.sampling) setGroup(lowered, 'sampling', lowerSampling(request.sampling, place, context))
  lowerReasoningOptions(request, lowered, hint, place, context)
  if (request.user !== undefined) lowerUser(request.user, lowered, hint, place('user'), context)
  if (request.serviceTier !== undefined && !isKnownTier(request.serviceTier) && hint['serviceTier'] !== 'other') {
    context.onNotice(notice('service-tier', place('serviceTier')))
    delete lowered.serviceTier
  }
  if (request.cache?.auto || request.cache?.content !== undefined) lowered.cache = lowerCache(request.cache, place, context)
  // Without the usage chunk nobody could account for the stream.
  if (request.stream === true && dialect.streamUsage !== false) {
    const asked = hint['streamOptions']
    if (!isJsonObject(asked) || asked['include_usage'] !== true)
      hint['streamOptions'] = { ...(isJsonObject(asked) ? asked : {}), include_usage: true }
  } else if (dialect.streamUsage === false) delete hint['streamOptions']
  writeHint(lowered, hint, hintOf(request))
}

/** A caller may spell the cap in both ways; a target that knows one of them refuses the other. */
function dropSecondCap(lowered: Draft<GenerateRequest>, context: Context): void {
  const own = lowered.extensions?.[format]
  if (own?.rest?.['max_tokens'] === undefined) return
  if (readDialect(context.dialect).maxTokensField === undefined && context.model?.maxTokensField === undefined) return
  context.onNotice(notice('max-tokens', pointer(lowered.at ?? '', 'max_tokens')))
  const { max_tokens: _, ...rest } = own.rest
  lowered.extensions = { ...lowered.extensions, [format]: { ...own, rest } }
}

function writeHint(lowered: Draft<GenerateRequest>, hint: JsonObject, before: JsonObject | undefined): void {
  const keys = Object.keys(hint)
  if (keys.length === Object.keys(before ?? {}).length && keys.every((key) => hint[key] === before?.[key])) return
  const own: Extension = lowered.extensions?.[format] ?? {}
  lowered.extensions = { ...lowered.extensions, [format]: { ...own, hint } }
}

function setGroup<K extends 'sampling' | 'output'>(lowered: Draft<GenerateRequest>, key: K, group: GenerateRequest[K] & object): void {
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
      context.onNotice(notice('max-tokens', place('output.maxTokens')))
    }
  }
  const most = dialect.stopLimit ?? model?.stopLimit ?? 4
  if (output.stop && output.stop.length > most) {
    context.onNotice(notice(most === 0 ? 'stop' : 'stop-limit', place('output.stop')))
    if (most === 0) delete lowered.stop
    else lowered.stop = output.stop.slice(0, most)
  } else if (output.stop?.length === 0) delete lowered.stop
  if (output.logprobs && model?.sampling === false) {
    context.onNotice(notice('logprobs', place('output.logprobs')))
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

const defaultName = 'response'

function lowerFormat(asked: OutputFormat, place: (field: string) => Pointer, context: Context): OutputFormat | undefined {
  const at = place('output.format')
  const best = readDialect(context.dialect).responseFormat ?? 'json_schema'
  if (asked.type === 'text') return asked
  if (best === 'none') {
    context.onNotice(notice('format', at))
    return undefined
  }
  if (asked.type === 'json') return asked
  if (best === 'json_object') {
    context.onNotice(notice('format-free-json', at))
    return { type: 'json' }
  }
  // Chat demands a name: a format without one comes from elsewhere, and has no strictness yet.
  const foreign = asked.name === undefined
  const lowered: Draft<Extract<OutputFormat, { type: 'json-schema' }>> = { ...asked, name: asked.name ?? defaultName }
  const clean = lowered.name?.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || defaultName
  if (clean !== lowered.name) {
    context.onNotice(notice('format-name', at))
    lowered.name = clean
  }
  if (foreign && asked.strict === undefined) {
    lowered.strict = isOpenAiStrict(asked.schema)
    if (!lowered.strict) context.onNotice(notice('format-strict', at))
  } else if (asked.strict === true) {
    const schema = lowerStrictSchema(asked.schema, place('output.format.schema'), 'format-schema', context)
    if (schema) lowered.schema = schema
    else {
      lowered.strict = false
      context.onNotice(notice('format-strict', place('output.format.strict')))
    }
  }
  return foreign || clean !== asked.name || lowered.schema !== asked.schema || lowered.strict !== asked.strict ? lowered : asked
}

function lowerSampling(sampling: SamplingOptions, place: (field: string) => Pointer, context: Context): SamplingOptions {
  const dialect = readDialect(context.dialect)
  const lowered: Draft<SamplingOptions> = { ...sampling }
  if (sampling.topK !== undefined && dialect.topK !== true) {
    delete lowered.topK
    context.onNotice(notice('top-k', place('sampling.topK')))
  }
  if (context.model?.sampling !== false) return lowered
  for (const key of ['temperature', 'topP', 'frequencyPenalty', 'presencePenalty', 'logitBias'] as const) {
    if (lowered[key] === undefined) continue
    delete lowered[key]
    context.onNotice(notice('sampling', place(`sampling.${key}`)))
  }
  return lowered
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

function lowerCache(cache: CacheOptions, place: (field: string) => Pointer, context: Context): CacheOptions {
  const { auto, content, ...rest } = cache
  if (auto) context.onNotice(notice('cache-auto', place('cache.auto')))
  if (content !== undefined) context.onNotice(notice('cached-content', place('cache.content')))
  return rest
}
