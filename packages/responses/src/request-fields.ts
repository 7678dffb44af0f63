import type { FieldPointers, JsonObject, Pointer } from '@interlingua/core'

/** Places of the canonical fields of a request. */
const requestFields: FieldPointers = {
  turns: '/input',
  toolChoice: '/tool_choice',
  'toolChoice.parallel': '/parallel_tool_calls',
  'toolChoice.mode': '/tool_choice',
  'toolChoice.only': '/tool_choice',
  'output.maxTokens': '/max_output_tokens',
  'output.format': '/text/format',
  'output.format.schema': '/text/format/schema',
  'output.format.name': '/text/format/name',
  'output.format.description': '/text/format/description',
  'output.format.strict': '/text/format/strict',
  'output.verbosity': '/text/verbosity',
  'output.logprobs': '/include',
  'output.logprobs.top': '/top_logprobs',
  'sampling.temperature': '/temperature',
  'sampling.topP': '/top_p',
  'sampling.presencePenalty': '/presence_penalty',
  'sampling.frequencyPenalty': '/frequency_penalty',
  reasoning: '/reasoning',
  'reasoning.effort': '/reasoning/effort',
  'reasoning.summary': '/reasoning/summary',
  'cache.key': '/prompt_cache_key',
  'cache.mode': '/prompt_cache_options/mode',
  'cache.retention': '/prompt_cache_options/ttl',
  'state.store': '/store',
  'state.background': '/background',
  'state.previousResponse': '/previous_response_id',
  'state.conversation': '/conversation',
  'state.prompt': '/prompt/id',
  serviceTier: '/service_tier',
  user: '/safety_identifier',
}

/** Places with the spelling that a hint records. */
export function requestFieldsOf(hint: JsonObject): FieldPointers {
  let spelled: Record<string, Pointer> | undefined
  if (hint.retention !== undefined) spelled = { 'cache.retention': '/prompt_cache_retention' }
  if (hint.user !== undefined) spelled = { ...spelled, user: '/user' }
  if (hint.summary !== undefined) spelled = { ...spelled, 'reasoning.summary': '/reasoning/generate_summary' }
  if (hint.logprobs === 'top') spelled = { ...spelled, 'output.logprobs': '/top_logprobs' }
  return spelled === undefined ? requestFields : { ...requestFields, ...spelled }
}
