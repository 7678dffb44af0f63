import type { Format } from '@interlingua/core'

/** A parameter that only tunes an answer: a request means the same without it. */
export interface Parameter {
  /** Its places in the body, each from the outside in. */
  readonly places: readonly (readonly string[])[]
  /** How errors call it; in lower case. */
  readonly words: readonly string[]
  /** The field of the canonical request, by which the caller's own place is found. */
  readonly field: string
}

/** `words`: beside the name on the wire. */
function at(place: string, field: string, ...words: readonly string[]): Parameter {
  const keys = place.split('.')
  return { places: [keys], words: [place.toLowerCase(), (keys[keys.length - 1] ?? '').toLowerCase(), ...words], field }
}

const openai: readonly Parameter[] = [
  at('temperature', 'sampling.temperature'),
  at('top_p', 'sampling.topP'),
  at('top_k', 'sampling.topK'),
  at('frequency_penalty', 'sampling.frequencyPenalty', 'frequencypenalty'),
  at('presence_penalty', 'sampling.presencePenalty', 'presencepenalty'),
  at('logit_bias', 'sampling.logitBias'),
  at('seed', 'sampling.seed'),
  at('top_logprobs', 'output.logprobs.top'),
  { places: [['logprobs'], ['top_logprobs']], words: ['logprobs'], field: 'output.logprobs' },
  at('metadata', 'metadata'),
  at('service_tier', 'serviceTier'),
  at('store', 'state.store'),
  at('user', 'user'),
  at('safety_identifier', 'user'),
  at('prompt_cache_key', 'cache.key'),
  at('prompt_cache_options', 'cache.mode'),
  at('prompt_cache_retention', 'cache.retention'),
]

/** https://ai.google.dev/api/generate-content#generationconfig: its errors speak of features, not of fields. */
const config = (name: string, field: string, ...words: readonly string[]): Parameter => at(`generationConfig.${name}`, field, ...words)

/** By the format in which the upstream is asked. Structure is not here, nor what changes what the caller gets: tools, formats, stop sequences. */
export const parameters: Readonly<Partial<Record<Format, readonly Parameter[]>>> = {
  chat: [
    ...openai,
    at('verbosity', 'output.verbosity'),
    at('reasoning_effort', 'reasoning.effort', 'reasoningeffort'),
    at('parallel_tool_calls', 'toolChoice.parallel'),
  ],
  responses: [
    ...openai,
    at('text.verbosity', 'output.verbosity'),
    at('reasoning.effort', 'reasoning.effort'),
    at('reasoning.summary', 'reasoning.summary'),
    at('include', 'reasoning', 'encrypted content', 'reasoning.encrypted_content'),
    at('parallel_tool_calls', 'toolChoice.parallel'),
  ],
  messages: [
    at('temperature', 'sampling.temperature'),
    at('top_p', 'sampling.topP'),
    at('top_k', 'sampling.topK'),
    at('metadata', 'metadata'),
    at('service_tier', 'serviceTier'),
    at('output_config.effort', 'reasoning.effort'),
    at('cache_control', 'cache.auto'),
  ],
  contents: [
    config('temperature', 'sampling.temperature'),
    config('topP', 'sampling.topP', 'top_p'),
    config('topK', 'sampling.topK', 'top_k'),
    config('seed', 'sampling.seed'),
    config('frequencyPenalty', 'sampling.frequencyPenalty', 'frequency_penalty', 'penalty is not enabled'),
    config('presencePenalty', 'sampling.presencePenalty', 'presence_penalty', 'penalty is not enabled'),
    {
      places: [
        ['generationConfig', 'responseLogprobs'],
        ['generationConfig', 'logprobs'],
      ],
      words: ['responselogprobs', 'response_logprobs', 'logprobs'],
      field: 'output.logprobs',
    },
    config('thinkingConfig.thinkingLevel', 'reasoning.effort', 'thinking_level', 'thinking level'),
  ],
}
