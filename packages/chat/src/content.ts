import type { Extension, Extensions, Json, JsonObject, Part, Pointer, TextPart } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { format } from './extension.ts'
import { decodeContentPart, encodeContentPart } from './parts/index.ts'

/** Spelling of a message's content. */
export type ContentSpelling = 'string' | 'parts' | 'null' | 'absent'

/** Appends the parts of a `content` value to `parts`. `at` is the pointer of the value. */
export function decodeContent(content: Json | undefined, at: Pointer, parts: Part[]): ContentSpelling {
  if (typeof content === 'string') {
    parts.push({ type: 'text', at, text: content } satisfies TextPart)
    return 'string'
  }
  if (content === undefined) return 'absent'
  if (!Array.isArray(content)) return 'null'
  for (let i = 0; i < content.length; i++) {
    const item = content[i]
    if (isJsonObject(item)) parts.push(decodeContentPart(item, `${at}/${i}`))
  }
  return 'parts'
}

/** Shared constants, since most nodes have no other hint. */
export const contentExtensions: { readonly [S in ContentSpelling]: Extensions } = {
  string: { [format]: { hint: { content: 'string' } } satisfies Extension },
  parts: { [format]: { hint: { content: 'parts' } } satisfies Extension },
  null: { [format]: { hint: { content: 'null' } } satisfies Extension },
  absent: { [format]: { hint: { content: 'absent' } } satisfies Extension },
}

/** `content` of a message with these content parts: as the hint says, if that still fits; else in the shortest spelling. */
export function encodeContent(parts: readonly Part[], hint: JsonObject | undefined): Json | undefined {
  const spelled = hint?.['content']
  if (parts.length === 0) return spelled === 'parts' ? [] : spelled === 'absent' ? undefined : null
  const [only] = parts
  if (parts.length === 1 && spelled !== 'parts' && only?.type === 'text' && isPlain(only)) return only.text
  const content: JsonObject[] = []
  for (const part of parts) {
    const wire = encodeContentPart(part)
    if (wire !== undefined) content.push(wire)
  }
  return content
}

/** True for a text that a bare string can hold. */
export function isPlain(part: TextPart): boolean {
  return part.cache === undefined && part.extensions?.[format] === undefined
}
