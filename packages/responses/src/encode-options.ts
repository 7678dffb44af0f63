import type { CacheOptions, GenerateRequest, Json, JsonObject, OutputFormat, OutputOptions, ReasoningOptions } from '@interlingua/core'
import { hasKeys } from './extension.ts'
import type { JsonDraft } from './extension.ts'

/** Prints every option that lowering left. Hints choose between two spellings of a value. */
export function encodeOptions(body: JsonDraft, request: GenerateRequest, hint: JsonObject): void {
  const { output, sampling, state } = request
  if (output) writeOutput(body, output)
  writeInclude(body, output?.logprobs !== undefined, hint.include)
  if (sampling?.temperature !== undefined) body.temperature = sampling.temperature
  if (sampling?.topP !== undefined) body.top_p = sampling.topP
  if (sampling?.presencePenalty !== undefined) body.presence_penalty = sampling.presencePenalty
  if (sampling?.frequencyPenalty !== undefined) body.frequency_penalty = sampling.frequencyPenalty
  if (request.reasoning) writeReasoning(body, request.reasoning, hint)
  if (request.cache) writeCache(body, request.cache, hint)
  if (state?.store !== undefined) body.store = state.store
  if (state?.background !== undefined) body.background = state.background
  else if (hint.background === false) body.background = false
  if (state?.previousResponse !== undefined) body.previous_response_id = state.previousResponse
  if (state?.conversation !== undefined)
    body.conversation = hint.conversation === 'object' ? { id: state.conversation } : state.conversation
  if (state?.prompt !== undefined) body.prompt = { id: state.prompt }
  if (request.serviceTier !== undefined) body.service_tier = request.serviceTier
  if (request.user !== undefined) body[hint.user === 'user' ? 'user' : 'safety_identifier'] = request.user
  if (request.metadata) body.metadata = request.metadata
  if (request.stream !== undefined) body.stream = request.stream
  if (hint.streamOptions !== undefined) body.stream_options = hint.streamOptions
  if (hint.truncation !== undefined) body.truncation = hint.truncation
}

function writeOutput(body: JsonDraft, output: OutputOptions): void {
  if (output.maxTokens !== undefined) body.max_output_tokens = output.maxTokens
  if (output.logprobs?.top !== undefined) body.top_logprobs = output.logprobs.top
  const text: JsonDraft = {}
  if (output.format) text.format = encodeFormat(output.format)
  if (output.verbosity !== undefined) text.verbosity = output.verbosity
  if (hasKeys(text)) body.text = text
}

export function encodeFormat(format: OutputFormat): JsonObject {
  if (format.type === 'text') return { type: 'text' }
  if (format.type === 'json') return { type: 'json_object' }
  const wire: JsonDraft = { type: 'json_schema' }
  if (format.name !== undefined) wire.name = format.name
  if (format.description !== undefined) wire.description = format.description
  wire.schema = format.schema
  if (format.strict !== undefined) wire.strict = format.strict
  return wire
}

/** Writes the list as it was spelled, unless what it asks for has changed. */
function writeInclude(body: JsonDraft, logprobs: boolean, spelled: Json | undefined): void {
  const list = Array.isArray(spelled) ? (spelled as readonly Json[]) : [] // an array: its items are JSON
  const has = list.includes('message.output_text.logprobs')
  if (has && !logprobs) {
    const left = list.filter((entry) => entry !== 'message.output_text.logprobs')
    if (left.length > 0) body.include = left
  } else if (list.length > 0) body.include = list
}

function writeReasoning(body: JsonDraft, reasoning: ReasoningOptions, hint: JsonObject): void {
  const wire: JsonDraft = {}
  if (reasoning.effort !== undefined) wire.effort = reasoning.effort
  if (reasoning.summary !== undefined && reasoning.summary !== 'none')
    wire[hint.summary === 'generate_summary' ? 'generate_summary' : 'summary'] = reasoning.summary
  if (hasKeys(wire)) body.reasoning = wire
}

function writeCache(body: JsonDraft, cache: CacheOptions, hint: JsonObject): void {
  if (cache.key !== undefined) body.prompt_cache_key = cache.key
  const options: JsonDraft = {}
  if (cache.mode !== undefined) options.mode = cache.mode
  if (cache.retention !== undefined) {
    if (hint.retention === 'prompt_cache_retention') body.prompt_cache_retention = cache.retention
    else options.ttl = cache.retention
  }
  if (hasKeys(options)) body.prompt_cache_options = options
}
