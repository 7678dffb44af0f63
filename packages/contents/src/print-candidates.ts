import type { Json, JsonObject } from '@interlingua/core'
import { printString } from '@interlingua/framing'

const candidateKeys = ['content', 'index'] as const
const contentKeys = ['parts', 'role'] as const
const textKeys = ['text'] as const
const thoughtKeys = ['text', 'thought'] as const

/**
 * Prints the candidates of a frame as `JSON.stringify` does. Nearly all frames of a stream are one text of one candidate: around it the
 * text is known, which saves two thirds of the time.
 */
export function printCandidates(candidates: Json): string {
  return (Array.isArray(candidates) && candidates.length === 1 ? printPlain(candidates[0]) : undefined) ?? JSON.stringify(candidates)
}

/** `undefined` for a candidate that says anything else than one text or thought. */
function printPlain(candidate: Json | undefined): string | undefined {
  if (!hasKeys(candidate, candidateKeys)) return undefined
  const { content, index } = candidate
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || Object.is(index, -0)) return undefined
  if (!hasKeys(content, contentKeys) || content.role !== 'model' || !Array.isArray(content.parts) || content.parts.length !== 1)
    return undefined
  const part: Json | undefined = content.parts[0]
  if (hasKeys(part, textKeys) && typeof part.text === 'string')
    return `[{"content":{"parts":[{"text":${printString(part.text)}}],"role":"model"},"index":${index}}]`
  if (hasKeys(part, thoughtKeys) && typeof part.text === 'string' && part.thought === true)
    return `[{"content":{"parts":[{"text":${printString(part.text)},"thought":true}],"role":"model"},"index":${index}}]`
  return undefined
}

/** True for an object of exactly these keys in this order. */
function hasKeys(value: Json | undefined, keys: readonly string[]): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let count = 0
  for (const key in value) if (key !== keys[count++]) return false
  return count === keys.length
}
