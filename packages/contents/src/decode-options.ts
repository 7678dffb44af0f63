import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Json, JsonObject, OutputFormat, OutputOptions, ReasoningEffort } from '@interlingua/core'
import { keep } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import type { ReaderState } from './reader-state.ts'
import { readSchema } from './schema-spelling.ts'

/** Members of `generationConfig` that together define the output format. */
const formatKeys: ReadonlySet<string> = new Set(['responseMimeType', 'responseSchema', 'responseJsonSchema', '_responseJsonSchema'])

const schemaKeys = ['responseSchema', 'responseJsonSchema', '_responseJsonSchema'] as const
const noKeys: ReadonlySet<string> = new Set()

/** Reads `generationConfig`; returns the unread members. https://ai.google.dev/api/generate-content#generationconfig */
export function decodeGenerationConfig(state: ReaderState, value: Json): JsonDraft | undefined {
  const { rest } = state
  if (!isJsonObject(value)) return keep(rest, 'generationConfig', value)
  let extra: JsonDraft | undefined
  let modelled = false
  const read = decodeFormat(state, value)
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (formatKeys.has(key) ? read.has(key) : key === 'thinkingConfig' ? false : decodeOption(state, key, item, value)) {
      modelled = true
      continue
    }
    const left = key === 'thinkingConfig' && isJsonObject(item) ? decodeThinking(state, item) : item
    if (left === undefined) modelled = true
    else extra = keep(extra, key, left)
  }
  if (extra !== undefined) return keep(rest, 'generationConfig', extra)
  return modelled && hasKeys(value) ? rest : keep(rest, 'generationConfig', {})
}

const modalities: Readonly<Record<string, 'text' | 'image' | 'audio'>> = { TEXT: 'text', IMAGE: 'image', AUDIO: 'audio' }

/** Reads one option; returns false for an unknown field or shape. */
function decodeOption({ output, sampling, hint }: ReaderState, key: string, value: Json, config: JsonObject): boolean {
  switch (key) {
    case 'temperature':
    case 'topP':
    case 'topK':
    case 'seed':
    case 'presencePenalty':
    case 'frequencyPenalty':
      if (typeof value !== 'number') return false
      sampling[key] = value
      return true
    case 'candidateCount':
      if (typeof value !== 'number') return false
      output.candidates = value
      return true
    case 'maxOutputTokens':
      if (typeof value !== 'number') return false
      output.maxTokens = value
      return true
    case 'stopSequences':
      if (!Array.isArray(value)) return false
      output.stop = value
      return true
    case 'responseLogprobs':
      if (value !== true) return false
      output.logprobs = typeof config.logprobs === 'number' ? { top: config.logprobs } : {}
      return true
    case 'logprobs':
      // Number of alternatives, which asks for nothing by itself.
      return config.responseLogprobs === true && typeof value === 'number'
    case 'responseModalities': {
      if (!Array.isArray(value)) return false
      const words = value.map((word: Json) => (typeof word === 'string' ? word.toUpperCase() : ''))
      if (!words.every((word) => Object.hasOwn(modalities, word))) return false
      output.modalities = words.map((word) => modalities[word] ?? 'text')
      if (words.some((word, index) => word !== value[index])) hint.modalities = value
      return true
    }
    case 'speechConfig':
      output.audio = { voice: plainVoice(value) ?? value }
      return true
    case 'imageConfig':
      if (!isJsonObject(value)) return false
      output.image = value
      return true
    default:
      return false
  }
}

/** Name of one prebuilt voice, if the value holds nothing else. */
function plainVoice(value: Json): string | undefined {
  const voice = only(only(only(value, 'voiceConfig'), 'prebuiltVoiceConfig'), 'voiceName')
  return typeof voice === 'string' ? voice : undefined
}

/** Member of an object that holds nothing else. */
function only(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.keys(value).length === 1 ? value[name] : undefined
}

/** Reads the output format; returns the members that it was read from. */
function decodeFormat(state: ReaderState, config: JsonObject): ReadonlySet<string> {
  const mime = config.responseMimeType
  if (mime === undefined && !schemaKeys.some((key) => config[key] !== undefined)) return noKeys
  const read = new Set<string>()
  const name = schemaKeys.find((key) => isJsonObject(config[key]))
  const schema = name === undefined ? undefined : config[name]
  const output: { format?: OutputFormat } & OutputOptions = state.output
  if (name !== undefined && isJsonObject(schema) && (mime === undefined || mime === 'application/json' || mime === 'text/x.enum')) {
    const { schema: plain, spelled } = readSchema(schema, name === 'responseSchema')
    output.format = { type: 'json-schema', schema: plain }
    state.hint.schema = name
    if (spelled !== undefined) state.hint.schemaTypes = spelled
    if (mime === undefined) state.hint.mime = 'absent'
    else if (mime === 'text/x.enum') state.hint.mime = mime
    read.add(name)
    if (mime !== undefined) read.add('responseMimeType')
  } else if (name === undefined && (mime === 'application/json' || mime === 'text/plain')) {
    output.format = { type: mime === 'text/plain' ? 'text' : 'json' }
    read.add('responseMimeType')
  }
  return read
}

const efforts: Readonly<Record<string, ReasoningEffort>> = { MINIMAL: 'minimal', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' }

/** Reads `thinkingConfig`; returns the unread members, `undefined` if there are none. */
function decodeThinking({ reasoning, hint }: ReaderState, config: JsonObject): JsonDraft | undefined {
  let extra: JsonDraft | undefined
  let modelled = false
  for (const key in config) {
    const value = config[key]
    if (value === undefined) continue
    if (key === 'thinkingBudget' && typeof value === 'number') {
      if (value === 0) reasoning.mode = 'off'
      else if (value === -1) reasoning.mode = 'adaptive'
      else reasoning.budgetTokens = value
    } else if (key === 'thinkingLevel' && typeof value === 'string' && Object.hasOwn(efforts, value.toUpperCase())) {
      const effort = efforts[value.toUpperCase()]
      if (effort) reasoning.effort = effort
      if (value !== value.toUpperCase()) hint.level = value
    } else if (key === 'includeThoughts' && typeof value === 'boolean') reasoning.summary = value ? 'auto' : 'none'
    else {
      extra = keep(extra, key, value)
      continue
    }
    modelled = true
  }
  return extra ?? (modelled ? undefined : {})
}
