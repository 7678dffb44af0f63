import { isJsonObject } from '@interlingua/core'
import type {
  CacheOptions,
  GenerateRequest,
  Json,
  JsonObject,
  OutputOptions,
  ReasoningEffort,
  ReasoningOptions,
  SamplingOptions,
  ServerState,
} from '@interlingua/core'
import { decodeFormat } from './decode-format.ts'
import { hasKeys, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { isKnownTier } from './is-known-tier.ts'

/** Request under construction, while its keys are read. */
export interface ReaderState {
  readonly request: Draft<GenerateRequest>
  readonly output: Draft<OutputOptions>
  readonly sampling: Draft<SamplingOptions>
  readonly cache: Draft<CacheOptions>
  readonly state: Draft<ServerState>
  readonly hint: JsonDraft
  rest: JsonDraft | undefined
}

/** Reads one option of the body. Returns `false` for an unknown option or shape, which goes to the rest. */
export type ReadOption = (state: ReaderState, value: Json, body: JsonObject) => boolean

const efforts = { none: true, minimal: true, low: true, medium: true, high: true, xhigh: true, max: true } as const satisfies Record<
  ReasoningEffort,
  true
>
const verbosities = { low: true, medium: true, high: true } as const
const summaries = { auto: true, concise: true, detailed: true } as const

export function isEffort(value: Json | undefined): value is ReasoningEffort {
  return typeof value === 'string' && Object.hasOwn(efforts, value)
}

/** Readers of every option beside the conversation, the tools and the choice among them. */
export const optionReaders: Readonly<Record<string, ReadOption>> = {
  max_output_tokens: ({ output }, value) => typeof value === 'number' && set(output, 'maxTokens', value),
  temperature: ({ sampling }, value) => typeof value === 'number' && set(sampling, 'temperature', value),
  top_p: ({ sampling }, value) => typeof value === 'number' && set(sampling, 'topP', value),
  presence_penalty: ({ sampling }, value) => typeof value === 'number' && set(sampling, 'presencePenalty', value),
  frequency_penalty: ({ sampling }, value) => typeof value === 'number' && set(sampling, 'frequencyPenalty', value),
  top_logprobs: ({ output }, value) => typeof value === 'number' && set(output, 'logprobs', { top: value }),
  include: readInclude,
  text: readText,
  reasoning: readReasoning,
  prompt_cache_key: ({ cache }, value) => typeof value === 'string' && set(cache, 'key', value),
  prompt_cache_options: readCacheOptions,
  prompt_cache_retention: ({ cache, hint }, value) => {
    if (typeof value !== 'string') return false
    hint.retention = 'prompt_cache_retention'
    return set(cache, 'retention', value)
  },
  previous_response_id: ({ state }, value) => typeof value === 'string' && set(state, 'previousResponse', value),
  conversation: readConversation,
  prompt: readPrompt,
  store: ({ state }, value) => typeof value === 'boolean' && set(state, 'store', value),
  background: ({ state, hint }, value) => {
    if (typeof value !== 'boolean') return false
    // `false` is the default of every format.
    if (value) return set(state, 'background', true)
    hint.background = false
    return true
  },
  safety_identifier: ({ request }, value) => typeof value === 'string' && set(request, 'user', value),
  user: ({ request, hint }, value, body) => {
    if (typeof value !== 'string' || typeof body.safety_identifier === 'string') return false
    hint.user = 'user'
    return set(request, 'user', value)
  },
  service_tier: ({ request, hint }, value) => {
    if (typeof value !== 'string') return false
    if (!isKnownTier(value)) hint.serviceTier = 'other'
    return set(request, 'serviceTier', value)
  },
  metadata: ({ request }, value) => {
    if (!isJsonObject(value)) return false
    for (const key in value) if (typeof value[key] !== 'string') return false
    return set(request, 'metadata', value as Record<string, string>) // every value was looked at
  },
  stream: ({ request }, value) => typeof value === 'boolean' && set(request, 'stream', value),
  stream_options: (reader, value) => {
    if (!isJsonObject(value)) return false
    // Unknown members are reported by other formats.
    const { include_obfuscation: _, ...others } = value
    if (hasKeys(others)) reader.rest = keep(reader.rest, 'stream_options', others)
    return set(reader.hint, 'streamOptions', value)
  },
  // The default has no effect elsewhere.
  truncation: ({ hint }, value) => value === 'disabled' && set(hint, 'truncation', value),
}

function set<T extends object, K extends keyof T>(target: T, key: K, value: T[K]): true {
  target[key] = value
  return true
}

const logprobs = 'message.output_text.logprobs'
const encrypted = 'reasoning.encrypted_content'

/** Keeps the list as it is spelled; entries without a meaning elsewhere go to the rest, so that their loss is reported. */
function readInclude(state: ReaderState, value: Json): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  state.hint.include = value
  const others = value.filter((entry) => entry !== logprobs && entry !== encrypted)
  if (others.length > 0) state.rest = keep(state.rest, 'include', others)
  if (value.includes(logprobs)) state.output.logprobs ??= {}
  return true
}

function readText(state: ReaderState, value: Json): boolean {
  if (!isJsonObject(value) || !hasKeys(value)) return false
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (key === 'verbosity' && typeof item === 'string' && Object.hasOwn(verbosities, item))
      state.output.verbosity = item as keyof typeof verbosities // a key of the table
    else if (key === 'format') {
      const { format, rest } = decodeFormat(item)
      if (format) state.output.format = format
      if (rest !== undefined) extra = keep(extra, key, rest)
    } else extra = keep(extra, key, item)
  }
  if (extra) state.rest = keep(state.rest, 'text', extra)
  return true
}

function readReasoning(state: ReaderState, value: Json): boolean {
  if (!isJsonObject(value) || !hasKeys(value)) return false
  const options: Draft<ReasoningOptions> = {}
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (key === 'effort' && isEffort(item)) options.effort = item
    else if (key === 'summary' && isSummary(item)) options.summary = item
    else if (key === 'generate_summary' && isSummary(item) && !isSummary(value.summary)) {
      options.summary = item
      state.hint.summary = key
    } else extra = keep(extra, key, item)
  }
  if (hasKeys(options)) state.request.reasoning = options
  if (extra) state.rest = keep(state.rest, 'reasoning', extra)
  return true
}

function isSummary(value: Json | undefined): value is keyof typeof summaries {
  return typeof value === 'string' && Object.hasOwn(summaries, value)
}

function readCacheOptions(state: ReaderState, value: Json, body: JsonObject): boolean {
  if (!isJsonObject(value) || !hasKeys(value)) return false
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (key === 'mode' && (item === 'implicit' || item === 'explicit')) state.cache.mode = item
    else if (key === 'ttl' && typeof item === 'string' && typeof body.prompt_cache_retention !== 'string') state.cache.retention = item
    else extra = keep(extra, key, item)
  }
  if (extra) state.rest = keep(state.rest, 'prompt_cache_options', extra)
  return true
}

function readPrompt(state: ReaderState, value: Json): boolean {
  if (!isJsonObject(value) || typeof value.id !== 'string') return false
  const { id, ...extra } = value
  state.state.prompt = id
  if (hasKeys(extra)) state.rest = keep(state.rest, 'prompt', extra)
  return true
}

function readConversation(state: ReaderState, value: Json): boolean {
  if (typeof value === 'string') return set(state.state, 'conversation', value)
  if (!isJsonObject(value) || typeof value.id !== 'string') return false
  state.state.conversation = value.id
  state.hint.conversation = 'object'
  const { id: _, ...extra } = value
  if (hasKeys(extra)) state.rest = keep(state.rest, 'conversation', extra)
  return true
}
