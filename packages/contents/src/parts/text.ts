import type { RefusalPart, TextPart } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'
import { hintOf } from '../extension.ts'
import type { DecodeMember } from './codec.ts'

/** Decodes `text`; with `thought: true` it is a summary of reasoning. */
export const decodeText: DecodeMember = (value, wire) => {
  if (typeof value !== 'string') return undefined
  if (wire.thought !== true) return { type: 'text', text: value }
  return { type: 'reasoning', segments: value === '' ? [] : [{ type: 'summary', text: value }] }
}

export function encodeText(part: TextPart | RefusalPart): JsonDraft {
  return part.text === '' && hintOf(part).text === 'absent' ? {} : { text: part.text }
}
