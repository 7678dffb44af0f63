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
import { lowerSchema } from '@interlingua/schema'
import { withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { wireTtl } from '../parts/cache.ts'
import { versionWithoutSampling } from '../profiles.ts'
import { isOwn } from './is-own.ts'
import { reportWeakened } from './lower-tools.ts'
import { spokenVersion } from './spoken-version.ts'

const fallbackMaxTokens = 4096

/** Where a field of the request stands in the caller's body. */
export function placeOf(request: GenerateRequest, field: string): Pointer {
  const spelled = request.fields && Object.hasOwn(request.fields, field) ? request.fields[field] : undefined
  return spelled ?? (`/${field.replaceAll('.', '/')}` as Pointer) // a field's name, as a pointer
}

/** Where the caller asked for a way of thinking: by its own field, or by what stands for it. */
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
    report('max-tokens', 'output.maxTokens')
  } else if (cap !== undefined && output.maxTokens > cap && !isOwn(request)) {
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
    context.onNotice(notice('json-mode', at))
    return undefined
  }
  if (request.extensions?.messages?.hint?.format !== undefined) return format
  if ((format.name !== undefined && format.name !== 'response') || format.description !== undefined)
    context.onNotice(notice('schema-name', at))
  if (format.strict === false) context.onNotice(notice('schema-strict', at))
  return { type: 'json-schema', schema: lowerFormatSchema(format.schema, at, request, context) }
}

function lowerFormatSchema(schema: JsonObject, at: Pointer, request: GenerateRequest, context: Context): JsonObject {
  const spelled = request.fields?.['output.format.schema'] as Pointer | undefined // FieldPointers hold pointers
  const lowered = lowerSchema(schema, 'anthropic-strict', spelled ?? (`${at}/schema` as Pointer))
  reportWeakened(lowered.weakened, context)
  return lowered.schema
}

/** `thinking`: the model thinks, and then takes no temperature but 1. */
export function lowerSampling(request: GenerateRequest, context: Context, thinking: boolean): SamplingOptions | undefined {
  const { sampling } = request
  if (sampling === undefined) return undefined
  const lowered: Draft<SamplingOptions> = { ...sampling }
  const version = spokenVersion(request, context)
  const refused = version >= versionWithoutSampling || context.model?.sampling === false
  for (const key of ['temperature', 'topP', 'topK'] as const) {
    if (lowered[key] === undefined) continue
    const harmless = key === 'temperature' ? lowered[key] === 1 : key === 'topP' && (lowered[key] ?? 0) >= 0.99
    if (refused && !(harmless && version < versionWithoutSampling)) {
      context.onNotice(notice('sampling', placeOf(request, `sampling.${key}`)))
      delete lowered[key]
    } else if (thinking && key !== 'topP' && !harmless) {
      context.onNotice(notice('sampling-thinking', placeOf(request, `sampling.${key}`)))
      delete lowered[key]
    }
  }
  if (lowered.temperature !== undefined && lowered.temperature > 1) {
    lowered.temperature = 1
    context.onNotice(notice('temperature', placeOf(request, 'sampling.temperature')))
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

/** Marks the output format as spelled the current way, so that a second lowering finds nothing to say. */
export function markFormat(request: GenerateRequest): GenerateRequest {
  if (request.output?.format === undefined || request.extensions?.messages?.hint?.format !== undefined) return request
  return { ...request, extensions: withHint(request, { format: 'output_config' }) }
}
