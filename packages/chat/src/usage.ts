import type { Extensions, InputUsage, Json, JsonObject, OutputUsage, Usage } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { inputFromTotal } from '@interlingua/core/adapter'
import { extensionsOf, format, hintOf, keep, keepEmpty, nest, newExtension, note, encodeExtension, wasAbsent } from './extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from './extension.ts'

const fields = {
  'input.byModality': '/prompt_tokens_details',
  'output.byModality': '/completion_tokens_details',
  'output.prediction': '/completion_tokens_details',
  input: '/prompt_tokens',
  output: '/completion_tokens',
  'output.reasoning': '/completion_tokens_details/reasoning_tokens',
  'input.cacheRead': '/prompt_tokens_details/cached_tokens',
  'input.cacheWrite': '/prompt_tokens_details/cache_write_tokens',
} as const
const modalities = { audio_tokens: 'audio', image_tokens: 'image', text_tokens: 'text', video_tokens: 'video' } as const
type ModalityKey = keyof typeof modalities
const modalityKeys = Object.keys(modalities) as readonly ModalityKey[] // the keys of that table
/** Even empty, the extension marks this format as the origin of the counts. */
const emptyExtension: Extensions = { [format]: {} }

/**
 * Decodes `usage` of a completion. `prompt_tokens` includes cached and written tokens, `completion_tokens` includes reasoning, but for xAI's.
 * https://platform.openai.com/docs/api-reference/chat/object (usage)
 */
export function decodeUsage(wire: JsonObject): Usage {
  const extension = newExtension()
  const input: Draft<Omit<InputUsage, 'fresh'>> = {}
  const output: Draft<OutputUsage> = {}
  for (const key in wire) {
    const value = wire[key]
    if (key === 'prompt_tokens' && typeof value === 'number') input.total = value
    else if (key === 'completion_tokens' && typeof value === 'number') output.total = value
    else if (key === 'prompt_tokens_details' && isJsonObject(value)) readInput(value, input, extension)
    else if (key === 'completion_tokens_details' && isJsonObject(value)) readOutput(value, output, extension)
    else if (key !== 'total_tokens') keep(extension, key, value)
  }
  // DeepSeek's older servers report cache hits only here.
  if (input.cacheRead === undefined && typeof wire['prompt_cache_hit_tokens'] === 'number') {
    input.cacheRead = wire['prompt_cache_hit_tokens']
    note(extension, 'cacheRead', 'prompt_cache_hit_tokens')
  }
  // xAI's servers count reasoning beside the completion, which only the sum of all tells.
  if (output.reasoning && output.total !== undefined && wire['total_tokens'] === (input.total ?? 0) + output.total + output.reasoning) {
    output.total += output.reasoning
    note(extension, 'reasoning', 'beside')
  }
  const sum = (input.total ?? 0) + (output.total ?? 0)
  if (wire['total_tokens'] === undefined) note(extension, 'absent', ['total_tokens'])
  else if (wire['total_tokens'] !== sum) note(extension, 'total', wire['total_tokens'])
  const usage: Draft<Usage> = {
    at: '/usage',
    fields,
    input: input.total === undefined ? input : inputFromTotal({ ...input, total: input.total }),
    output,
    raw: wire,
  }
  usage.extensions = extensionsOf(extension) ?? emptyExtension
  return usage
}

/** Reads a modality; a count of 0 is only spelling. */
function readModality(
  key: string,
  value: Json | undefined,
  group: { byModality?: Record<string, number> },
  inner: ExtensionDraft,
): boolean {
  if (!Object.hasOwn(modalities, key) || typeof value !== 'number') return false
  if (value === 0) keepEmpty(inner, key, value)
  else (group.byModality ??= {})[modalities[key as ModalityKey]] = value // a key of the table
  return true
}

function readInput(details: JsonObject, input: Draft<Omit<InputUsage, 'fresh'>>, extension: ExtensionDraft): void {
  const inner = newExtension()
  for (const key in details) {
    const value = details[key]
    if (key === 'cached_tokens' && typeof value === 'number') input.cacheRead = value
    else if (key === 'cache_write_tokens' && typeof value === 'number') input.cacheWrite = value
    else if (!readModality(key, value, input as { byModality?: Record<string, number> }, inner)) keep(inner, key, value) // the draft is ours
  }
  nest(extension, 'prompt_tokens_details', inner)
  if (isEmptyObject(details)) keepEmpty(extension, 'prompt_tokens_details', details)
}

function readOutput(details: JsonObject, output: Draft<OutputUsage>, extension: ExtensionDraft): void {
  const inner = newExtension()
  const accepted = details['accepted_prediction_tokens']
  const rejected = details['rejected_prediction_tokens']
  const predicted = typeof accepted === 'number' && typeof rejected === 'number' && accepted + rejected > 0
  if (predicted) output.prediction = { accepted, rejected }
  for (const key in details) {
    const value = details[key]
    if (key === 'reasoning_tokens' && typeof value === 'number') output.reasoning = value
    else if (key === 'accepted_prediction_tokens' || key === 'rejected_prediction_tokens') {
      if (predicted) continue
      if (value === 0) keepEmpty(inner, key, value)
      else keep(inner, key, value)
    } else if (!readModality(key, value, output as { byModality?: Record<string, number> }, inner)) keep(inner, key, value) // the draft is ours
  }
  nest(extension, 'completion_tokens_details', inner)
  if (isEmptyObject(details)) keepEmpty(extension, 'completion_tokens_details', details)
}

function isEmptyObject(value: JsonObject): boolean {
  for (const _ in value) return false
  return true
}

export function encodeUsage(usage: Usage): JsonObject {
  const { input, output } = usage
  const hint = hintOf(usage)
  const wire: WireDraft = {}
  const foreign = usage.extensions?.[format] === undefined
  if (input.total !== undefined) wire['prompt_tokens'] = input.total
  else if (foreign) wire['prompt_tokens'] = (input.fresh ?? 0) + (input.cacheRead ?? 0) + (input.cacheWrite ?? 0) + (input.toolUse ?? 0)
  const beside = hint?.['reasoning'] === 'beside' ? (output.reasoning ?? 0) : 0
  if (output.total !== undefined) wire['completion_tokens'] = output.total - beside
  else if (foreign) wire['completion_tokens'] = 0
  if (hint?.['total'] !== undefined) wire['total_tokens'] = hint['total']
  else if (!wasAbsent(hint, 'total_tokens'))
    wire['total_tokens'] = Number(wire['prompt_tokens'] ?? 0) + Number(wire['completion_tokens'] ?? 0) + beside
  const prompt: WireDraft = {}
  if (input.cacheRead !== undefined && hint?.['cacheRead'] === undefined) prompt['cached_tokens'] = input.cacheRead
  if (input.cacheWrite !== undefined) prompt['cache_write_tokens'] = input.cacheWrite
  encodeModalities(prompt, input.byModality)
  if (!isEmptyObject(prompt)) wire['prompt_tokens_details'] = prompt
  const completion: WireDraft = {}
  if (output.reasoning !== undefined) completion['reasoning_tokens'] = output.reasoning
  if (output.prediction) {
    completion['accepted_prediction_tokens'] = output.prediction.accepted
    completion['rejected_prediction_tokens'] = output.prediction.rejected
  }
  encodeModalities(completion, output.byModality)
  if (!isEmptyObject(completion)) wire['completion_tokens_details'] = completion
  encodeExtension(wire, usage)
  return wire
}

function encodeModalities(target: WireDraft, byModality: Readonly<Record<string, number>> | undefined): void {
  if (byModality === undefined) return
  for (const key of modalityKeys) {
    const tokens = byModality[modalities[key]]
    if (tokens !== undefined) target[key] = tokens
  }
}
