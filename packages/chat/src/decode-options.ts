import type { CacheOptions, GenerateRequest, JsonObject, OutputFormat, OutputOptions, SamplingOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { decodeReasoningOptions } from './decode-reasoning-options.ts'
import { keep, keepEmpty, nest, newExtension, note } from './extension.ts'
import type { ExtensionDraft, Draft } from './extension.ts'
import { isKnownTier } from './is-known-tier.ts'

const verbosities = { low: true, medium: true, high: true } as const
const modalities = { text: true, image: true, audio: true } as const

/** Reads every modelled option of the body; null and values of another shape stay in the extension. */
export function decodeOptions(wire: JsonObject, request: Draft<GenerateRequest>, extension: ExtensionDraft): void {
  const output = decodeOutput(wire, extension)
  if (hasKeys(output)) request.output = output
  const sampling = decodeSampling(wire, extension)
  if (hasKeys(sampling)) request.sampling = sampling
  const reasoning = decodeReasoningOptions(wire, extension)
  if (reasoning) request.reasoning = reasoning
  const cache = decodeCache(wire, extension)
  if (hasKeys(cache)) request.cache = cache
  if (typeof wire['store'] === 'boolean') request.state = { store: wire['store'] }
  else keep(extension, 'store', wire['store'])
  if (typeof wire['service_tier'] === 'string') {
    request.serviceTier = wire['service_tier']
    if (!isKnownTier(wire['service_tier'])) note(extension, 'serviceTier', 'other')
  } else keep(extension, 'service_tier', wire['service_tier'])
  decodeUser(wire, request, extension)
  const { metadata, stream, stream_options: streamOptions } = wire
  if (isJsonObject(metadata) && Object.values(metadata).every((value) => typeof value === 'string'))
    request.metadata = metadata as Record<string, string> // checked
  else keep(extension, 'metadata', metadata)
  if (typeof stream === 'boolean') request.stream = stream
  else keep(extension, 'stream', stream)
  if (isJsonObject(streamOptions)) {
    note(extension, 'streamOptions', streamOptions)
    // Unknown members are reported by other formats.
    const { include_usage: _, include_obfuscation: __, ...others } = streamOptions
    keep(extension, 'stream_options', others)
  } else keep(extension, 'stream_options', streamOptions)
}

function decodeUser(wire: JsonObject, request: Draft<GenerateRequest>, extension: ExtensionDraft): void {
  const { safety_identifier: identifier, user } = wire
  if (typeof identifier === 'string') {
    request.user = identifier
    keep(extension, 'user', user)
  } else {
    keep(extension, 'safety_identifier', identifier)
    if (typeof user === 'string') {
      request.user = user
      note(extension, 'user', 'user')
    } else keep(extension, 'user', user)
  }
}

function decodeOutput(wire: JsonObject, extension: ExtensionDraft): Draft<OutputOptions> {
  const output: Draft<OutputOptions> = {}
  const { max_completion_tokens: cap, max_tokens: oldCap, stop, n, verbosity, modalities: spoken, audio } = wire
  if (typeof cap === 'number') {
    output.maxTokens = cap
    keep(extension, 'max_tokens', oldCap)
  } else {
    keep(extension, 'max_completion_tokens', cap)
    if (typeof oldCap === 'number') {
      output.maxTokens = oldCap
      note(extension, 'maxTokens', 'max_tokens')
    } else keep(extension, 'max_tokens', oldCap)
  }
  if (typeof stop === 'string') {
    output.stop = [stop]
    note(extension, 'stop', 'string')
  } else if (Array.isArray(stop) && stop.length > 0) output.stop = stop as readonly string[] // parse let no other entries through
  else keep(extension, 'stop', stop)
  if (typeof n === 'number') output.candidates = n
  else keep(extension, 'n', n)
  const format = isJsonObject(wire['response_format']) ? decodeFormat(wire['response_format'], extension) : undefined
  if (format) output.format = format
  else keep(extension, 'response_format', wire['response_format'])
  if (typeof verbosity === 'string' && Object.hasOwn(verbosities, verbosity)) output.verbosity = verbosity as keyof typeof verbosities // a key of the table
  else keep(extension, 'verbosity', verbosity)
  decodeLogprobs(wire, output, extension)
  if (
    Array.isArray(spoken) &&
    spoken.length > 0 &&
    spoken.every((value) => typeof value === 'string' && Object.hasOwn(modalities, value))
  ) {
    output.modalities = spoken as readonly (keyof typeof modalities)[] // every entry is a key of the table
  } else keep(extension, 'modalities', spoken)
  if (isJsonObject(audio)) output.audio = decodeAudioOptions(audio, extension)
  else keep(extension, 'audio', audio)
  return output
}

function decodeAudioOptions(wire: JsonObject, extension: ExtensionDraft): NonNullable<OutputOptions['audio']> {
  const audio: Draft<NonNullable<OutputOptions['audio']>> = {}
  const inner = newExtension()
  for (const key in wire) {
    const value = wire[key]
    if (key === 'voice' && value !== undefined && value !== null) audio.voice = value
    else if (key === 'format' && typeof value === 'string') audio.format = value
    else keep(inner, key, value)
  }
  nest(extension, 'audio', inner)
  return audio
}

function decodeLogprobs(wire: JsonObject, output: Draft<OutputOptions>, extension: ExtensionDraft): void {
  const { logprobs, top_logprobs: top } = wire
  if (logprobs === true) {
    output.logprobs = typeof top === 'number' ? { top } : {}
    if (typeof top !== 'number') keep(extension, 'top_logprobs', top)
    return
  }
  if (logprobs === false) keepEmpty(extension, 'logprobs', false) // the default
  else keep(extension, 'logprobs', logprobs)
  keep(extension, 'top_logprobs', top)
}

function decodeFormat(wire: JsonObject, extension: ExtensionDraft): OutputFormat | undefined {
  const inner = newExtension()
  for (const key in wire) if (key !== 'type' && key !== 'json_schema') keep(inner, key, wire[key])
  const format = readFormat(wire, inner)
  if (format) nest(extension, 'response_format', inner)
  if (format?.type !== 'json-schema' || format.strict !== undefined) return format
  // Absent means false here, while other formats have another default.
  note(extension, 'formatStrict', 'absent')
  return { ...format, strict: false }
}

function readFormat(wire: JsonObject, inner: ExtensionDraft): OutputFormat | undefined {
  if (wire['type'] === 'text' || wire['type'] === 'json_object') {
    keep(inner, 'json_schema', wire['json_schema'])
    return { type: wire['type'] === 'text' ? 'text' : 'json' }
  }
  const body = wire['json_schema']
  if (wire['type'] !== 'json_schema' || !isJsonObject(body) || !isJsonObject(body['schema'])) return undefined
  const format: Draft<Extract<OutputFormat, { type: 'json-schema' }>> = { type: 'json-schema', schema: body['schema'] }
  const left = newExtension()
  for (const key in body) {
    const value = body[key]
    if (key === 'schema') continue
    if (key === 'name' && typeof value === 'string') format.name = value
    else if (key === 'description' && typeof value === 'string') format.description = value
    else if (key === 'strict' && typeof value === 'boolean') format.strict = value
    else keep(left, key, value)
  }
  nest(inner, 'json_schema', left)
  return format
}

const samplingKeys = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
} as const

function decodeSampling(wire: JsonObject, extension: ExtensionDraft): Draft<SamplingOptions> {
  const sampling: Draft<SamplingOptions> = {}
  for (const key of Object.keys(samplingKeys) as (keyof typeof samplingKeys)[]) {
    // keys of `samplingKeys`, which are written above
    const value = wire[key]
    if (typeof value === 'number') sampling[samplingKeys[key]] = value
    else keep(extension, key, value)
  }
  const bias = wire['logit_bias']
  if (isJsonObject(bias) && hasKeys(bias) && Object.values(bias).every((value) => typeof value === 'number'))
    sampling.logitBias = bias as Record<string, number> // checked
  else keep(extension, 'logit_bias', bias)
  return sampling
}

function decodeCache(wire: JsonObject, extension: ExtensionDraft): Draft<CacheOptions> {
  const cache: Draft<CacheOptions> = {}
  const { prompt_cache_key: key, prompt_cache_options: options, prompt_cache_retention: retention } = wire
  if (typeof key === 'string') cache.key = key
  else keep(extension, 'prompt_cache_key', key)
  if (typeof retention === 'string') {
    cache.retention = retention
    note(extension, 'retention', 'prompt_cache_retention')
  } else keep(extension, 'prompt_cache_retention', retention)
  if (isJsonObject(options) && hasKeys(options)) {
    const inner = newExtension()
    for (const name in options) {
      const value = options[name]
      if (name === 'mode' && (value === 'implicit' || value === 'explicit')) cache.mode = value
      else if (name === 'ttl' && typeof value === 'string' && cache.retention === undefined) cache.retention = value
      else keep(inner, name, value)
    }
    nest(extension, 'prompt_cache_options', inner)
  } else keep(extension, 'prompt_cache_options', options)
  return cache
}
