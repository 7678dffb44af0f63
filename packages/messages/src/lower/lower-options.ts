import type {
  CacheOptions,
  Context,
  GenerateRequest,
  JsonObject,
  OutputFormat,
  OutputOptions,
  Pointer,
  SamplingOptions,
} from '@interlingua/core'
import { refusedSampling } from '@interlingua/core/lower'
import { lowerSchema } from '@interlingua/schema'
import { withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { wireTtl } from '../parts/cache.ts'
import { versionWithoutSampling } from '../profiles.ts'
import { isOwn } from './is-own.ts'
import { reportWeakened } from './lower-input-schema.ts'
import { spokenVersion } from './spoken-version.ts'

const fallbackMaxTokens = 4096

/** Place of a request's field in the caller's body. */
export function placeOf(request: GenerateRequest, field: string): Pointer {
  const spelled = request.fields && Object.hasOwn(request.fields, field) ? request.fields[field] : undefined
  return spelled ?? (`/${field.replaceAll('.', '/')}` as Pointer) // a field's name, as a pointer
}

/** Place of the option by which the caller chose a mode of thinking. */
export function placeOfMode(request: GenerateRequest): Pointer {
  const { mode, effort } = request.reasoning ?? {}
  return placeOf(request, mode !== undefined ? 'reasoning.mode' : effort !== undefined ? 'reasoning.effort' : 'reasoning.budgetTokens')
}

export function lowerOutput(request: GenerateRequest, context: Context): OutputOptions {
  const output: Draft<OutputOptions> = { ...request.output }
  const report = (code: Parameters<typeof notice>[0], field: string): void => context.onNotice(notice(code, placeOf(request, field)))
  const cap = context.model?.maxOutput
  // Some servers take -1 for no cap.
  if (output.maxTokens === undefined || !Number.isSafeInteger(output.maxTokens) || output.maxTokens < 0) {
    output.maxTokens = cap ?? fallbackMaxTokens
    report('max-tokens-added', 'output.maxTokens')
  } else if (cap !== undefined && output.maxTokens > cap && (!isOwn(request) || context.modelChosen === true)) {
    output.maxTokens = cap
    report('max-tokens-cap', 'output.maxTokens')
  }
  if (output.stop?.some((stop) => stop.trim() === '')) {
    report('stop-blank', 'output.stop')
    output.stop = output.stop.filter((stop) => stop.trim() !== '')
    if (output.stop.length === 0) delete output.stop
  }
  if (output.candidates === 1) delete output.candidates
  if (output.modalities?.every((modality) => modality === 'text')) delete output.modalities
  const format = output.format && lowerFormat(output.format, request, context)
  if (format) output.format = format
  else if (output.format) delete output.format
  return output
}

function lowerFormat(format: OutputFormat, request: GenerateRequest, context: Context): OutputFormat | undefined {
  const at = placeOf(request, 'output.format')
  if (format.type === 'text') return undefined
  if (format.type === 'json') {
    context.onNotice(notice('format-json-asked', at))
    return undefined
  }
  if (request.extensions?.messages?.hint?.format !== undefined) return format
  const place = (field: string): Pointer => placeOf(request, `output.format.${field}`)
  if (format.name !== undefined && format.name !== 'response') context.onNotice(notice('format-name-dropped', place('name')))
  if (format.description !== undefined) context.onNotice(notice('format-name-dropped', place('description')))
  // A source that notes the places of its fields, but not of this one, did not have it.
  const unsaid = request.fields !== undefined && request.fields['output.format.strict'] === undefined
  if (format.strict === false && !unsaid) context.onNotice(notice('format-strict-always', place('strict')))
  return { type: 'json-schema', schema: lowerFormatSchema(format.schema, at, request, context) }
}

function lowerFormatSchema(schema: JsonObject, at: Pointer, request: GenerateRequest, context: Context): JsonObject {
  const spelled = request.fields?.['output.format.schema'] as Pointer | undefined // FieldPointers hold pointers
  const lowered = lowerSchema(schema, 'anthropic-strict', spelled ?? (`${at}/schema` as Pointer))
  reportWeakened(lowered.weakened, context)
  return lowered.schema
}

const samplingKeys = ['temperature', 'topP', 'topK'] as const
/** Least top-p beside thinking. https://platform.claude.com/docs/en/build-with-claude/extended-thinking#feature-compatibility */
const leastTopP = 0.95

/** Lowers sampling. `thinking`: the model thinks, and then takes no temperature but 1. */
export function lowerSampling(request: GenerateRequest, context: Context, thinking: boolean): SamplingOptions | undefined {
  const { sampling } = request
  if (sampling === undefined) return undefined
  const lowered: Draft<SamplingOptions> = { ...sampling }
  const report = (code: Parameters<typeof notice>[0], key: keyof SamplingOptions): void =>
    context.onNotice(notice(code, placeOf(request, `sampling.${key}`)))
  const drop = (code: 'sampling' | 'sampling-thinking', key: keyof SamplingOptions): void => {
    if (lowered[key] === undefined) return
    delete lowered[key]
    report(code, key)
  }
  // Defaults are dropped too: a model that takes 1 may refuse 0.99, or the other way round.
  if (spokenVersion(request, context) >= versionWithoutSampling) for (const key of samplingKeys) drop('sampling', key)
  if (thinking) {
    if (lowered.temperature !== 1) drop('sampling-thinking', 'temperature')
    drop('sampling-thinking', 'topK')
  }
  for (const key of refusedSampling(lowered, context.model))
    if (key !== 'frequencyPenalty' && key !== 'presencePenalty') drop('sampling', key)
  if (thinking && lowered.topP !== undefined && lowered.topP < leastTopP) {
    lowered.topP = leastTopP
    report('top-p', 'topP')
  }
  if (lowered.temperature !== undefined && !(lowered.temperature >= 0 && lowered.temperature <= 1)) {
    lowered.temperature = lowered.temperature > 1 ? 1 : 0
    report('temperature', 'temperature')
  }
  return lowered
}

export function lowerServiceTier(request: GenerateRequest, context: Context): string | undefined {
  const tier = request.serviceTier
  if (tier === undefined || tier === 'auto' || tier === 'default') return tier
  context.onNotice(notice('service-tier', placeOf(request, 'serviceTier')))
  return undefined
}

export function lowerCacheOptions(request: GenerateRequest, context: Context): CacheOptions | undefined {
  const { cache } = request
  const ttl = cache?.auto?.ttl
  if (cache === undefined || (ttl !== '30m' && ttl !== '12h')) return cache
  context.onNotice(notice('cache-ttl', placeOf(request, 'cache.auto')))
  return { ...cache, auto: { ttl: wireTtl[ttl] } }
}

/** Marks the output format as spelled the current way, so that a second lowering changes nothing. */
export function markFormat(request: GenerateRequest): GenerateRequest {
  if (request.output?.format === undefined || request.extensions?.messages?.hint?.format !== undefined) return request
  return { ...request, extensions: withHint(request, { format: 'output_config' }) }
}
