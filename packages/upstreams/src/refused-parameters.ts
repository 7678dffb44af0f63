import type { Format } from '@interlingua/core'

/** Parameter that only tunes an answer: a request means the same without it. */
export interface Parameter {
  /** Paths in the body, each as keys from the outside in. */
  readonly places: readonly (readonly string[])[]
  /** Names of the parameter in errors, in lower case. */
  readonly words: readonly string[]
  /** Field of the canonical request, by which the caller's own place is found. */
  readonly field: string
}

/** Creates a parameter; `words` are names beside the one on the wire. */
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

/** Creates a parameter of `generationConfig`, whose errors name features, not fields: https://ai.google.dev/api/generate-content#generationconfig */
const config = (name: string, field: string, ...words: readonly string[]): Parameter => at(`generationConfig.${name}`, field, ...words)

/**
 * Parameters by format of the upstream. Structure is left out, and so are parameters that change the kind of answer: tools, formats, stop sequences.
 */
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

/** Parameters that models of a channel have refused of late. */
export interface RefusalMemory {
  of(model: string): readonly Parameter[]
  note(model: string, refused: readonly Parameter[]): void
}

const lifetime = 3_600_000
/** Number of models that are remembered; bounded, since clients may name any. */
const most = 1000

/**
 * Creates the memory of a channel. A parameter is left out for an hour after its last refusal, then tried again; `now` is a clock in milliseconds.
 */
export function createRefusalMemory(now: () => number): RefusalMemory {
  const models = new Map<string, Map<Parameter, number>>()
  return {
    of(model) {
      const known = models.get(model)
      if (known === undefined) return []
      for (const [parameter, until] of known) if (until <= now()) known.delete(parameter)
      if (known.size === 0) models.delete(model)
      return [...known.keys()]
    },
    note(model, refused) {
      const known = models.get(model) ?? new Map<Parameter, number>()
      models.delete(model)
      models.set(model, known)
      for (const parameter of refused) known.set(parameter, now() + lifetime)
      const [oldest] = models.keys()
      if (models.size > most && oldest !== undefined) models.delete(oldest)
    },
  }
}
