import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { GenerateRequest, Json, JsonObject, ReasoningOptions } from '@interlingua/core'
import { addRest, hintOf, nestedRest } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { encodeSchema } from './schema-spelling.ts'

/** Encodes `generationConfig`; `undefined` if it is empty. */
export function encodeGenerationConfig(request: GenerateRequest): JsonObject | undefined {
  const { output, sampling } = request
  const hint = hintOf(request)
  const rest = nestedRest(request, 'generationConfig')
  if (output === undefined && sampling === undefined && request.reasoning === undefined && request.extensions === undefined)
    return undefined
  const wire: JsonDraft = {}
  if (sampling) {
    for (const key of ['temperature', 'topP', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty'] as const) {
      const value = sampling[key]
      if (value !== undefined) wire[key] = value
    }
  }
  if (output) {
    if (output.candidates !== undefined) wire.candidateCount = output.candidates
    if (output.maxTokens !== undefined) wire.maxOutputTokens = output.maxTokens
    if (output.stop !== undefined) wire.stopSequences = output.stop
    if (output.logprobs) wire.responseLogprobs = true
    if (output.logprobs?.top !== undefined) wire.logprobs = output.logprobs.top
    if (output.modalities) wire.responseModalities = encodeModalities(output.modalities, hint.modalities)
    if (output.audio?.voice !== undefined) wire.speechConfig = encodeVoice(output.audio.voice)
    if (output.image) wire.imageConfig = output.image
    if (output.format) encodeFormat(wire, output.format, hint)
  }
  if (request.reasoning) {
    const thinking = addRest(encodeThinking(request.reasoning, hint.level), isJsonObject(rest.thinkingConfig) ? rest.thinkingConfig : {})
    if (hasKeys(thinking)) wire.thinkingConfig = thinking
  }
  addRest(wire, rest)
  return hasKeys(wire) || isJsonObject(request.extensions?.contents?.rest?.generationConfig) ? wire : undefined
}

function encodeModalities(modalities: readonly string[], spelled: Json | undefined): Json {
  const words = modalities.map((word) => word.toUpperCase())
  const same =
    Array.isArray(spelled) &&
    spelled.length === words.length &&
    spelled.every((word: Json, i) => typeof word === 'string' && word.toUpperCase() === words[i])
  return same ? spelled : words
}

function encodeVoice(voice: Json): Json {
  return typeof voice === 'string' ? { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } } : voice
}

function encodeFormat(wire: JsonDraft, format: NonNullable<NonNullable<GenerateRequest['output']>['format']>, hint: JsonObject): void {
  switch (format.type) {
    case 'text':
      wire.responseMimeType = 'text/plain'
      return
    case 'json':
      wire.responseMimeType = 'application/json'
      return
    case 'json-schema':
      if (hint.mime !== 'absent') wire.responseMimeType = hint.mime ?? 'application/json'
      wire[typeof hint.schema === 'string' ? hint.schema : 'responseJsonSchema'] = encodeSchema(format.schema, hint.schemaTypes)
  }
}

function encodeThinking({ mode, effort, budgetTokens, summary }: ReasoningOptions, level: Json | undefined): JsonDraft {
  const wire: JsonDraft = {}
  if (budgetTokens !== undefined) wire.thinkingBudget = budgetTokens
  else if (mode === 'off') wire.thinkingBudget = 0
  else if (mode === 'adaptive') wire.thinkingBudget = -1
  if (effort !== undefined) {
    const word = effort.toUpperCase()
    wire.thinkingLevel = typeof level === 'string' && level.toUpperCase() === word ? level : word
  }
  if (summary !== undefined) wire.includeThoughts = summary !== 'none'
  return wire
}
