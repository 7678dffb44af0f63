import type { Extensions, InputUsage, Json, JsonObject, OutputUsage, Usage } from '@interlingua/core'
import { inputFromTotal, isJsonObject } from '@interlingua/core'
import { extensionsOf, format, hintOf, keep, keepBlank, nest, newBox, note, printBox, wasAbsent } from './extension.ts'
import type { Box, Draft, WireDraft } from './extension.ts'

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
/** The box is there even when it is empty: it says who counted. */
const emptyBox: Extensions = { [format]: {} }

/**
 * `usage` of a completion. `prompt_tokens` includes cached and written tokens, `completion_tokens` includes reasoning.
 * https://platform.openai.com/docs/api-reference/chat/object (usage)
 */
export function decodeUsage(wire: JsonObject): Usage {
  const box = newBox()
  const input: Draft<Omit<InputUsage, 'fresh'>> = {}
  const output: Draft<OutputUsage> = {}
  for (const key in wire) {
    const value = wire[key]
    if (key === 'prompt_tokens' && typeof value === 'number') input.total = value
    else if (key === 'completion_tokens' && typeof value === 'number') output.total = value
    else if (key === 'prompt_tokens_details' && isJsonObject(value)) readInput(value, input, box)
    else if (key === 'completion_tokens_details' && isJsonObject(value)) readOutput(value, output, box)
    else if (key !== 'total_tokens') keep(box, key, value)
  }
  // DeepSeek's older servers name cache hits only here.
  if (input.cacheRead === undefined && typeof wire['prompt_cache_hit_tokens'] === 'number') {
    input.cacheRead = wire['prompt_cache_hit_tokens']
    note(box, 'cacheRead', 'prompt_cache_hit_tokens')
  }
  const sum = (input.total ?? 0) + (output.total ?? 0)
  if (wire['total_tokens'] === undefined) note(box, 'absent', ['total_tokens'])
  else if (wire['total_tokens'] !== sum) note(box, 'total', wire['total_tokens'])
  const usage: Draft<Usage> = {
    at: '/usage',
    fields,
    input: input.total === undefined ? input : inputFromTotal({ ...input, total: input.total }),
    output,
    raw: wire,
  }
  usage.extensions = extensionsOf(box) ?? emptyBox
  return usage
}

/** A modality of which nothing was used says nothing: it is spelling. */
function readModality(key: string, value: Json | undefined, group: { byModality?: Record<string, number> }, inner: Box): boolean {
  if (!Object.hasOwn(modalities, key) || typeof value !== 'number') return false
  if (value === 0) keepBlank(inner, key, value)
  else (group.byModality ??= {})[modalities[key as ModalityKey]] = value // a key of the table
  return true
}

function readInput(details: JsonObject, input: Draft<Omit<InputUsage, 'fresh'>>, box: Box): void {
  const inner = newBox()
  for (const key in details) {
    const value = details[key]
    if (key === 'cached_tokens' && typeof value === 'number') input.cacheRead = value
    else if (key === 'cache_write_tokens' && typeof value === 'number') input.cacheWrite = value
    else if (!readModality(key, value, input as { byModality?: Record<string, number> }, inner)) keep(inner, key, value) // the draft is ours
  }
  nest(box, 'prompt_tokens_details', inner)
  if (isEmptyObject(details)) keepBlank(box, 'prompt_tokens_details', details)
}

function readOutput(details: JsonObject, output: Draft<OutputUsage>, box: Box): void {
  const inner = newBox()
  const accepted = details['accepted_prediction_tokens']
  const rejected = details['rejected_prediction_tokens']
  const predicted = typeof accepted === 'number' && typeof rejected === 'number' && accepted + rejected > 0
  if (predicted) output.prediction = { accepted, rejected }
  for (const key in details) {
    const value = details[key]
    if (key === 'reasoning_tokens' && typeof value === 'number') output.reasoning = value
    else if (key === 'accepted_prediction_tokens' || key === 'rejected_prediction_tokens') {
      if (predicted) continue
      if (value === 0) keepBlank(inner, key, value)
      else keep(inner, key, value)
    } else if (!readModality(key, value, output as { byModality?: Record<string, number> }, inner)) keep(inner, key, value) // the draft is ours
  }
  nest(box, 'completion_tokens_details', inner)
  if (isEmptyObject(details)) keepBlank(box, 'completion_tokens_details', details)
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
  if (output.total !== undefined) wire['completion_tokens'] = output.total
  else if (foreign) wire['completion_tokens'] = 0
  if (hint?.['total'] !== undefined) wire['total_tokens'] = hint['total']
  else if (!wasAbsent(hint, 'total_tokens'))
    wire['total_tokens'] = Number(wire['prompt_tokens'] ?? 0) + Number(wire['completion_tokens'] ?? 0)
  const prompt: WireDraft = {}
  if (input.cacheRead !== undefined && hint?.['cacheRead'] === undefined) prompt['cached_tokens'] = input.cacheRead
  if (input.cacheWrite !== undefined) prompt['cache_write_tokens'] = input.cacheWrite
  printModalities(prompt, input.byModality)
  if (!isEmptyObject(prompt)) wire['prompt_tokens_details'] = prompt
  const completion: WireDraft = {}
  if (output.reasoning !== undefined) completion['reasoning_tokens'] = output.reasoning
  if (output.prediction) {
    completion['accepted_prediction_tokens'] = output.prediction.accepted
    completion['rejected_prediction_tokens'] = output.prediction.rejected
  }
  printModalities(completion, output.byModality)
  if (!isEmptyObject(completion)) wire['completion_tokens_details'] = completion
  printBox(wire, usage)
  return wire
}

function printModalities(target: WireDraft, byModality: Readonly<Record<string, number>> | undefined): void {
  if (byModality === undefined) return
  for (const key of modalityKeys) {
    const tokens = byModality[modalities[key]]
    if (tokens !== undefined) target[key] = tokens
  }
}
