import { pointer } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { fitMetadata, isCacheRetention, refusedSampling } from '@interlingua/core/lower'
import type { CacheOptions, GenerateRequest, Json, OutputOptions, SamplingOptions, ServerState } from '@interlingua/core'
import { hasKeys, hintOf, withHint } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { isKnownTier } from '../is-known-tier.ts'
import { takesMarks } from './lower-cache-marks.ts'
import { lowerFormat } from './lower-format.ts'
import { lowerReasoningOptions } from './lower-reasoning-options.ts'
import { placeOf } from './place-of.ts'
import type { ToolScope } from './lower-tools.ts'
import type { LowerScope } from './scope.ts'

/** Least output cap. */
const floor = 16

/** Lowers every option of `request` into `lowered`, and writes the hints that choose between spellings. */
export function lowerOptions(request: GenerateRequest, lowered: Draft<GenerateRequest>, scope: ToolScope): void {
  const hint: JsonDraft = {}
  set(lowered, 'output', request.output && lowerOutput(request.output, request, scope))
  set(lowered, 'sampling', request.sampling && lowerSampling(request.sampling, request, scope))
  set(lowered, 'reasoning', request.reasoning && lowerReasoningOptions(request.reasoning, request, scope))
  if (request.metadata && !scope.own)
    lowered.metadata = fitMetadata(request.metadata, placeOf(request, 'metadata'), (at) => scope.report('metadata', at))
  set(lowered, 'cache', request.cache && lowerCache(request.cache, hint, request, scope))
  set(lowered, 'state', lowerState(request, scope))
  if (request.user !== undefined) lowerUser(request.user, lowered, hint, request, scope)
  if (request.serviceTier !== undefined && !isKnownTier(request.serviceTier) && hintOf(request).serviceTier !== 'other') {
    scope.report('service-tier', placeOf(request, 'serviceTier'))
    delete lowered.serviceTier
  }
  if (!scope.own) askInclude(lowered, hint, scope)
  else if (!scope.named && scope.context.model?.efforts?.length === 0) dropEncrypted(request, hint, scope)
  if (hasKeys(hint)) lowered.extensions = withHint(lowered, hint)
}

function set<K extends 'output' | 'sampling' | 'reasoning' | 'cache' | 'state'>(
  lowered: Draft<GenerateRequest>,
  key: K,
  group: GenerateRequest[K],
): void {
  if (group !== undefined && hasKeys(group)) lowered[key] = group
  else if (lowered[key] !== undefined) delete lowered[key]
}

function lowerOutput(output: OutputOptions, request: GenerateRequest, scope: ToolScope): OutputOptions {
  const { model } = scope.context
  const lowered: Draft<OutputOptions> = { ...output }
  const at = (field: string) => placeOf(request, `output.${field}`)
  if (output.maxTokens === 0) {
    scope.report('max-tokens-none', at('maxTokens'))
    delete lowered.maxTokens
  } else if (output.maxTokens !== undefined && output.maxTokens < floor && !scope.own) {
    scope.report('max-tokens-floor', at('maxTokens'))
    lowered.maxTokens = floor
  } else if (output.maxTokens !== undefined && model?.maxOutput !== undefined && output.maxTokens > model.maxOutput) {
    scope.report('max-tokens-cap', at('maxTokens'))
    lowered.maxTokens = model.maxOutput
  }
  if (lowered.maxTokens !== undefined && !Number.isInteger(lowered.maxTokens)) {
    scope.report('max-tokens-cap', at('maxTokens'))
    lowered.maxTokens = Math.floor(lowered.maxTokens)
  }
  // A single candidate in text is the default.
  if (output.candidates === 1) delete lowered.candidates
  if (output.modalities?.every((modality) => modality === 'text')) delete lowered.modalities
  // No field exists for stop sequences, so the response is cut.
  if (output.stop) {
    if (output.stop.length > 0) {
      scope.report('stop-cut', at('stop'))
      scope.reversals.stops = output.stop
    }
    delete lowered.stop
  }
  if (output.verbosity !== undefined && model?.verbosity === false) {
    scope.report('verbosity', at('verbosity'))
    delete lowered.verbosity
  }
  if (output.logprobs && (model?.sampling === false || model?.logprobs === false)) {
    scope.report('logprobs-model', at('logprobs'))
    delete lowered.logprobs
  }
  if (output.format) lowered.format = lowerFormat(output.format, request, scope)
  return lowered
}

const penalties = ['presencePenalty', 'frequencyPenalty'] as const

function lowerSampling(sampling: SamplingOptions, request: GenerateRequest, scope: LowerScope): SamplingOptions {
  const lowered: Draft<SamplingOptions> = { ...sampling }
  const drop = (code: 'sampling' | 'penalty', key: keyof SamplingOptions): void => {
    if (lowered[key] === undefined) return
    delete lowered[key]
    scope.report(code, placeOf(request, `sampling.${key}`))
  }
  // Top-k has no field here, which the walker reports.
  for (const key of refusedSampling(sampling, scope.context.model)) if (key !== 'topK') drop('sampling', key)
  if (!scope.own && scope.dialect.penalties !== true) for (const key of penalties) drop('penalty', key)
  return lowered
}

const keyLimit = 64

function lowerCache(cache: CacheOptions, hint: JsonDraft, request: GenerateRequest, scope: LowerScope): CacheOptions {
  const { auto, content, ...rest } = cache
  const lowered: Draft<CacheOptions> = rest
  if (auto) scope.report('cache-auto', placeOf(request, 'cache.auto'))
  if (content !== undefined) scope.report('cached-content', placeOf(request, 'cache.content'))
  if (scope.named) return lowered
  if (lowered.key !== undefined && lowered.key.length > keyLimit) {
    lowered.key = deriveId('cache_', lowered.key)
    scope.report('cache-key', placeOf(request, 'cache.key'))
  }
  const drop = (key: 'mode' | 'retention', code: 'cache-options' | 'cache-retention'): void => {
    delete lowered[key]
    scope.report(code, placeOf(request, `cache.${key}`))
  }
  // Options of caches came with the marks.
  if (lowered.mode !== undefined && !takesMarks(scope)) drop('mode', 'cache-options')
  const { retention } = lowered
  if (retention !== undefined && isCacheRetention(retention)) {
    if (scope.dialect.cacheMarks === false) drop('retention', 'cache-options')
    else if (scope.context.model?.cacheRetentions?.includes(retention) === false) drop('retention', 'cache-retention')
    else hint.retention = 'prompt_cache_retention'
  } else if (retention !== undefined && !takesMarks(scope)) drop('retention', 'cache-options')
  return lowered
}

/** Asks for no storage on behalf of other formats, which store nothing, while this one does by default. */
function lowerState(request: GenerateRequest, scope: LowerScope): ServerState | undefined {
  const { state } = request
  if (scope.own) return state
  const lowered: Draft<ServerState> = { ...state }
  if (state?.previousResponse !== undefined && state.conversation !== undefined) {
    scope.report('server-state', placeOf(request, 'state.conversation'))
    delete lowered.conversation
  }
  if (scope.dialect.store === false) delete lowered.store
  else if (state?.store === undefined && state?.previousResponse === undefined && state?.conversation === undefined) lowered.store = false
  return lowered
}

function lowerUser(user: string, lowered: Draft<GenerateRequest>, hint: JsonDraft, request: GenerateRequest, scope: LowerScope): void {
  const { userField } = scope.dialect
  if (userField === 'none') {
    scope.report('user', placeOf(request, 'user'))
    delete lowered.user
    return
  }
  if (userField === 'user') hint.user = 'user'
  if (user.length <= 64) return
  scope.report('user-id', placeOf(request, 'user'))
  lowered.user = deriveId('user_', user)
}

const encrypted = 'reasoning.encrypted_content'
const logprobs = 'message.output_text.logprobs'

/** Drops the request for encrypted reasoning, which a model that does not reason refuses. */
function dropEncrypted(request: GenerateRequest, hint: JsonDraft, scope: LowerScope): void {
  const { include } = hintOf(request)
  if (!Array.isArray(include) || !include.includes(encrypted)) return
  scope.report('include-encrypted', pointer('/include', include.indexOf(encrypted)))
  hint.include = include.filter((name) => name !== encrypted)
}

/** Asks for sealed reasoning on behalf of other formats, whose callers have no storage to rely on. */
function askInclude(lowered: Draft<GenerateRequest>, hint: JsonDraft, scope: LowerScope): void {
  const include: Json[] = []
  const { model } = scope.context
  const reasons = model?.efforts?.length !== 0
  if (reasons && scope.dialect.encryptedReasoning !== false) include.push(encrypted)
  if (lowered.output?.logprobs) include.push(logprobs)
  if (include.length > 0) hint.include = include
}
