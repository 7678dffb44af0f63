import type {
  CacheOptions,
  GenerateRequest,
  JsonObject,
  OutputFormat,
  OutputOptions,
  ReasoningMode,
  ReasoningOptions,
  SamplingOptions,
} from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { WireDraft } from './extension.ts'

/** Prints every option that lowering left. Hints choose between two spellings of a value. */
export function encodeOptions(body: WireDraft, request: GenerateRequest, hint: JsonObject | undefined): void {
  if (request.output) writeOutput(body, request.output, hint)
  if (request.sampling) writeSampling(body, request.sampling, hint)
  if (request.reasoning) writeReasoning(body, request.reasoning, hint)
  if (request.cache) writeCache(body, request.cache, hint)
  if (request.state?.store !== undefined) body['store'] = request.state.store
  if (request.serviceTier !== undefined) body['service_tier'] = request.serviceTier
  if (request.user !== undefined) body[hint?.['user'] === 'user' ? 'user' : 'safety_identifier'] = request.user
  if (request.metadata) body['metadata'] = request.metadata
  if (request.stream !== undefined) body['stream'] = request.stream
  const streamOptions = hint?.['streamOptions']
  if (isJsonObject(streamOptions)) body['stream_options'] = streamOptions
}

function writeOutput(body: WireDraft, output: OutputOptions, hint: JsonObject | undefined): void {
  if (output.maxTokens !== undefined) body[hint?.['maxTokens'] === 'max_tokens' ? 'max_tokens' : 'max_completion_tokens'] = output.maxTokens
  const [stop] = output.stop ?? []
  if (output.stop) body['stop'] = hint?.['stop'] === 'string' && output.stop.length === 1 && stop !== undefined ? stop : output.stop
  if (output.candidates !== undefined) body['n'] = output.candidates
  if (output.format) body['response_format'] = encodeFormat(output.format, hint)
  if (output.verbosity !== undefined) body['verbosity'] = output.verbosity
  if (output.logprobs) {
    body['logprobs'] = true
    if (output.logprobs.top !== undefined) body['top_logprobs'] = output.logprobs.top
  }
  if (output.modalities) body['modalities'] = output.modalities
  if (output.audio) {
    const audio: WireDraft = {}
    if (output.audio.voice !== undefined) audio['voice'] = output.audio.voice
    if (output.audio.format !== undefined) audio['format'] = output.audio.format
    body['audio'] = audio
  }
}

function encodeFormat(format: OutputFormat, hint: JsonObject | undefined): JsonObject {
  if (format.type === 'text') return { type: 'text' }
  if (format.type === 'json') return { type: 'json_object' }
  const body: WireDraft = {}
  if (format.name !== undefined) body['name'] = format.name
  if (format.description !== undefined) body['description'] = format.description
  body['schema'] = format.schema
  if (format.strict !== undefined && (format.strict || hint?.['formatStrict'] !== 'absent')) body['strict'] = format.strict
  return { type: 'json_schema', json_schema: body }
}

function writeSampling(body: WireDraft, sampling: SamplingOptions, hint: JsonObject | undefined): void {
  if (sampling.temperature !== undefined) body['temperature'] = sampling.temperature
  if (sampling.topP !== undefined) body['top_p'] = sampling.topP
  if (sampling.topK !== undefined) body['top_k'] = sampling.topK
  if (sampling.seed !== undefined) body[hint?.['seed'] === 'random_seed' ? 'random_seed' : 'seed'] = sampling.seed
  if (sampling.frequencyPenalty !== undefined) body['frequency_penalty'] = sampling.frequencyPenalty
  if (sampling.presencePenalty !== undefined) body['presence_penalty'] = sampling.presencePenalty
  if (sampling.logitBias) body['logit_bias'] = sampling.logitBias
}

const thinkingTypes = { off: 'disabled', on: 'enabled', adaptive: 'adaptive', 'between-tools': 'enabled' } as const satisfies Record<
  ReasoningMode,
  string
>

function writeReasoning(body: WireDraft, reasoning: ReasoningOptions, hint: JsonObject | undefined): void {
  if (hint?.['reasoning'] === 'reasoning') {
    const object: WireDraft = {}
    if (reasoning.effort !== undefined) object['effort'] = reasoning.effort
    if (reasoning.budgetTokens !== undefined) object['max_tokens'] = reasoning.budgetTokens
    if (reasoning.mode !== undefined) object['enabled'] = reasoning.mode !== 'off'
    body['reasoning'] = object
    return
  }
  if (reasoning.effort !== undefined) body['reasoning_effort'] = reasoning.effort
  if (hint?.['thinking'] === true && reasoning.mode !== undefined) {
    const object: WireDraft = { type: thinkingTypes[reasoning.mode] }
    if (reasoning.budgetTokens !== undefined) object['budget_tokens'] = reasoning.budgetTokens
    body['thinking'] = object
  }
  if (hint?.['thinking'] === 'enable_thinking' && reasoning.mode !== undefined) body['enable_thinking'] = reasoning.mode !== 'off'
}

function writeCache(body: WireDraft, cache: CacheOptions, hint: JsonObject | undefined): void {
  if (cache.key !== undefined) body['prompt_cache_key'] = cache.key
  const options: WireDraft = {}
  if (cache.mode !== undefined) options['mode'] = cache.mode
  if (cache.retention !== undefined) {
    if (hint?.['retention'] === 'prompt_cache_retention') body['prompt_cache_retention'] = cache.retention
    else options['ttl'] = cache.retention
  }
  for (const _ in options) {
    body['prompt_cache_options'] = options
    break
  }
}
