import { isGoogleVoice } from '@interlingua/adapter-kit'
import type {
  CacheOptions,
  Context,
  GenerateRequest,
  Json,
  OutputFormat,
  OutputOptions,
  Pointer,
  SamplingOptions,
  ServerState,
} from '@interlingua/core'
import { pointer } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { fitStops, refusedSampling } from '@interlingua/core/lower'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'
import { lowerAnySchema, dialectOf } from './lower-any-schema.ts'
import { placeOf } from './place-of.ts'
import type { Code } from './scope.ts'

const mostStops = 5

export function lowerOutput(request: GenerateRequest, reversals: ReversalDraft, context: Context): OutputOptions | undefined {
  if (request.output === undefined) return undefined
  const output: Draft<OutputOptions> = { ...request.output }
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOf(request, field, '')))
  const { maxOutput, candidateLimit = 8, stopLimit = mostStops } = context.model ?? {}
  if (output.maxTokens !== undefined) {
    // Some servers take -1 for no cap.
    if (!Number.isSafeInteger(output.maxTokens) || output.maxTokens < 1) {
      report('max-tokens-cap', 'output.maxTokens')
      delete output.maxTokens
    } else if (maxOutput !== undefined && output.maxTokens > maxOutput) {
      report('max-tokens-cap', 'output.maxTokens')
      output.maxTokens = maxOutput
    }
  }
  const stops = fitStops(output.stop ?? [], { most: stopLimit })
  if (!stops.all) {
    report('stop-cut', 'output.stop')
    if (output.stop) reversals.stops = output.stop
    output.stop = stops.sent
  }
  if (output.stop?.length === 0) delete output.stop
  if (output.candidates === 1) delete output.candidates
  if (output.candidates !== undefined && output.candidates > candidateLimit) {
    report('candidates', 'output.candidates')
    output.candidates = candidateLimit
  }
  // Vertex has log probabilities for some of the models.
  if (output.logprobs && context.model?.logprobs === false && readDialect(context.dialect).server === 'developer') {
    report('logprobs-model', 'output.logprobs')
    delete output.logprobs
  }
  if (output.logprobs?.top !== undefined && output.logprobs.top > 20) {
    report('logprobs-top', 'output.logprobs.top')
    output.logprobs = { top: 20 }
  }
  lowerAudio(output, request, report)
  const format = output.format && lowerFormat(output.format, request, context)
  if (format) output.format = format
  else if (output.format) delete output.format
  return output
}

/** Audio formats that are raw samples, as this format returns them. */
const sampleFormats = new Set(['pcm16', 'pcm'])

function lowerAudio(output: Draft<OutputOptions>, request: GenerateRequest, report: (code: Code, field: string) => void): void {
  const { audio } = output
  if (audio === undefined) return
  const at = 'output.audio'
  const { voice, format } = audio
  delete output.audio
  const gone = new Set<string>() // a set, since both may have one place if the source notes neither
  const drop = (field: string): unknown => gone.add(request.fields?.[field] ? field : at)
  if (format !== undefined && !sampleFormats.has(format)) drop(`${at}.format`)
  if (voice !== undefined && isSpeech(voice)) output.audio = { voice }
  else if (voice !== undefined) drop(`${at}.voice`)
  for (const field of gone) report('audio-dropped', field)
}

/** True for a voice of this vendor, or a whole configuration of speech. */
function isSpeech(voice: Json): boolean {
  if (typeof voice === 'string') return isGoogleVoice(voice)
  return (
    typeof voice === 'object' && voice !== null && !Array.isArray(voice) && ('voiceConfig' in voice || 'multiSpeakerVoiceConfig' in voice)
  )
}

function lowerFormat(format: OutputFormat, request: GenerateRequest, context: Context): OutputFormat | undefined {
  const at = placeOf(request, 'output.format', '')
  if (format.type === 'text') return undefined
  if (format.type === 'json') return format
  if (hintOf(request).schema !== undefined) return format
  const place = (field: string): Pointer => placeOf(request, `output.format.${field}`, '')
  if (format.name !== undefined && format.name !== 'response') context.onNotice(notice('format-name-dropped', place('name')))
  if (format.description !== undefined) context.onNotice(notice('format-name-dropped', place('description')))
  // A source that notes the places of its fields, but not of this one, did not have it.
  const unsaid = request.fields !== undefined && request.fields['output.format.strict'] === undefined
  if (format.strict === false && !unsaid) context.onNotice(notice('format-strict-always', place('strict')))
  const spelled = request.fields?.['output.format.schema'] as Pointer | undefined // FieldPointers hold pointers
  return { type: 'json-schema', schema: lowerAnySchema(format.schema, spelled ?? pointer(at, 'schema'), context) }
}

/** Notes that the schema was fitted, and the member by which it is printed, so that a second lowering changes nothing. */
export function markFormat(request: GenerateRequest, context: Context): GenerateRequest {
  if (request.output?.format?.type !== 'json-schema' || hintOf(request).schema !== undefined) return request
  const schema = dialectOf(context) === 'gemini-schema' ? 'responseSchema' : 'responseJsonSchema'
  return { ...request, extensions: withHint(request, { schema }) }
}

const greatestSeed = 2 ** 31

export function lowerSampling(request: GenerateRequest, context: Context): SamplingOptions | undefined {
  if (request.sampling === undefined) return undefined
  const sampling: Draft<SamplingOptions> = { ...request.sampling }
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOf(request, `sampling.${field}`, '')))
  for (const key of refusedSampling(sampling, context.model)) {
    report('sampling', key)
    delete sampling[key]
  }
  if (sampling.temperature !== undefined && !(sampling.temperature >= 0 && sampling.temperature <= 2)) {
    sampling.temperature = sampling.temperature > 2 ? 2 : 0
    report('temperature', 'temperature')
  }
  if (sampling.topP !== undefined && !(sampling.topP >= 0 && sampling.topP <= 1)) {
    report('sampling', 'topP')
    delete sampling.topP
  }
  if (sampling.topK !== undefined && !(Number.isSafeInteger(sampling.topK) && sampling.topK > 0)) {
    report('sampling', 'topK')
    delete sampling.topK
  }
  if (sampling.seed !== undefined && !(Number.isInteger(sampling.seed) && Math.abs(sampling.seed) < greatestSeed)) {
    sampling.seed = Math.trunc(sampling.seed) % greatestSeed
    report('seed-range', 'seed')
  }
  return sampling
}

const tiers: ReadonlySet<string> = new Set(['default', 'flex', 'priority'])

/** Lowers the tier; `auto` is the default. */
export function lowerServiceTier(request: GenerateRequest, context: Context): string | undefined {
  const tier = request.serviceTier
  if (tier === undefined || tiers.has(tier)) return tier
  if (tier !== 'auto') context.onNotice(notice('service-tier', placeOf(request, 'serviceTier', '')))
  return undefined
}

/** Drops cached content, with a notice, if `lowered` has instructions or tools beside it, which it excludes. */
export function lowerCache(request: GenerateRequest, lowered: GenerateRequest, context: Context): CacheOptions | undefined {
  const { cache } = request
  if (cache?.content === undefined) return cache
  const whole = lowered.tools === undefined && lowered.turns[0]?.author !== 'instruction'
  if (whole) return cache
  context.onNotice(notice('cached-content', placeOf(request, 'cache.content', '')))
  const { content: _, ...rest } = cache
  return rest
}

/** Lowers state, of which Vertex keeps none. */
export function lowerState(request: GenerateRequest, { state }: GenerateRequest, context: Context): ServerState | undefined {
  if (state?.store !== true || readDialect(context.dialect).server !== 'vertex') return state
  context.onNotice(notice('store', placeOf(request, 'state.store', '')))
  const { store: _, ...others } = state
  return hasKeys(others) ? others : undefined
}

/** Lowers labels, which only Vertex takes, in lower case. https://cloud.google.com/resource-manager/docs/labels-overview */
export function lowerMetadata(request: GenerateRequest, context: Context): GenerateRequest['metadata'] {
  const { metadata } = request
  if (metadata === undefined) return undefined
  const at = placeOf(request, 'metadata', '')
  if (readDialect(context.dialect).server !== 'vertex') {
    if (Object.keys(metadata).length > 0) context.onNotice(notice('metadata', at))
    return undefined
  }
  const labels: Record<string, string> = {}
  for (const key of Object.keys(metadata)) {
    const value = metadata[key]
    if (value !== undefined && /^[a-z][a-z0-9_-]{0,62}$/.test(key) && /^[a-z0-9_-]{0,63}$/.test(value)) labels[key] = value
    else context.onNotice(notice('metadata', pointer(at, key)))
  }
  return labels
}
