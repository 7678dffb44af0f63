import type { JsonObject, Part, Pointer, ReasoningPart } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { unwrapSeal } from '@interlingua/core/adapter'
import { newExtension, note, withExtension } from '../extension.ts'
import type { Draft } from '../extension.ts'

/** Key under which LiteLLM, and libraries on top of it, return unknown fields. */
export const providerFields = 'provider_specific_fields'

export interface Returned {
  /** Message with its reasoning in the standard place only. */
  readonly message: JsonObject
  /** Keys of `provider_specific_fields` whose reasoning was moved to the message. */
  readonly moved: readonly string[]
}

const reasoningKeys = ['reasoning_details', 'thinking_blocks'] as const

/** Moves reasoning from the provider fields of a client's message to the message, if it has none itself. */
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
 * Decodes LiteLLM's `thinking_blocks`: Claude's own blocks, or those that this gateway gave a client of Claude's format; `undefined` if the
 * list holds anything else. https://docs.litellm.ai/docs/reasoning_content
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
    const extension = newExtension()
    note(extension, 'slot', 'thinking_blocks')
    note(extension, 'wire', block)
    const part: Draft<ReasoningPart> = {
      type: 'reasoning',
      at: `${at}/thinking_blocks/${i}`,
      segments: typeof text === 'string' && text !== '' ? [{ type: 'full', text }] : [],
    }
    if (redacted) part.redacted = true
    if (typeof data === 'string' && data !== '') part.seal = unwrapSeal(data) ?? { format: 'messages', data }
    parts.push(withExtension(part, extension))
  }
  return parts
}

/** Encodes the blocks as they were. */
export function encodeThinkingBlocks(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    const hint = part.extensions?.['chat']?.hint
    const wire = hint?.['slot'] === 'thinking_blocks' ? hint['wire'] : undefined
    return isJsonObject(wire) ? [wire] : []
  })
}
