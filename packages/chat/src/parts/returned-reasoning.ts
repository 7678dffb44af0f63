import type { JsonObject, Part, Pointer, ReasoningPart } from '@interlingua/core'
import { isJsonObject, unwrapSeal } from '@interlingua/core'
import { newBox, note, withBox } from '../extension.ts'
import type { Draft } from '../extension.ts'

/** Where LiteLLM and what is built on it bring back what it does not know. */
export const providerFields = 'provider_specific_fields'

export interface Returned {
  /** The message with its reasoning where it stands elsewhere, and without it where it was. */
  readonly message: JsonObject
  /** The key of `provider_specific_fields` whose reasoning was moved to the message. */
  readonly moved: readonly string[]
}

const reasoningKeys = ['reasoning_details', 'thinking_blocks'] as const

/** A message with the reasoning that its client keeps among the fields of the provider, where the message itself has none. */
export function readReturned(message: JsonObject): Returned {
  const fields = message[providerFields]
  return isJsonObject(fields) ? moveReasoning(message, fields) : { message, moved: none }
}

const none: readonly string[] = []

function moveReasoning(message: JsonObject, fields: JsonObject): Returned {
  const moved = reasoningKeys.filter((key) => isList(fields[key]) && !isList(message[key]))
  if (moved.length === 0) return { message, moved }
  const left: Record<string, JsonObject[string]> = {}
  const whole: Record<string, JsonObject[string]> = {}
  for (const key in fields) if (!moved.some((name) => name === key)) left[key] = fields[key] ?? null
  for (const key in message) if (key !== providerFields) whole[key] = message[key] ?? null
  for (const key of moved) whole[key] = fields[key] ?? null
  if (Object.keys(left).length > 0) whole[providerFields] = left
  return { message: whole, moved }
}

function isList(value: JsonObject[string] | undefined): boolean {
  return Array.isArray(value) && value.length > 0
}

/**
 * LiteLLM's `thinking_blocks`: Claude's own blocks, or those that this gateway gave a client of Claude's format. `undefined` where the list holds
 * something else. https://docs.litellm.ai/docs/reasoning_content
 */
export function decodeThinkingBlocks(list: JsonObject[string] | undefined, at: Pointer): readonly ReasoningPart[] | undefined {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isJsonObject)) return undefined
  const parts: ReasoningPart[] = []
  for (let i = 0; i < list.length; i++) {
    const block = list[i] as JsonObject // every entry was checked
    const redacted = block['type'] === 'redacted_thinking'
    const text = block['thinking']
    const data = redacted ? block['data'] : block['signature']
    if (!redacted && (block['type'] !== 'thinking' || typeof text !== 'string')) return undefined
    const box = newBox()
    note(box, 'slot', 'thinking_blocks')
    note(box, 'wire', block)
    const part: Draft<ReasoningPart> = {
      type: 'reasoning',
      at: `${at}/thinking_blocks/${i}`,
      segments: typeof text === 'string' && text !== '' ? [{ type: 'full', text }] : [],
    }
    if (redacted) part.redacted = true
    if (typeof data === 'string' && data !== '') part.seal = unwrapSeal(data) ?? { format: 'messages', data }
    parts.push(withBox(part, box))
  }
  return parts
}

/** The blocks as they were. */
export function encodeThinkingBlocks(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    const hint = part.extensions?.['chat']?.hint
    const wire = hint?.['slot'] === 'thinking_blocks' ? hint['wire'] : undefined
    return isJsonObject(wire) ? [wire] : []
  })
}
