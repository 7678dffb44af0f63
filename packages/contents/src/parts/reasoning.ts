import type { ReasoningPart } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'
import { hintOf } from '../extension.ts'

/** Encodes a thought, all segments as one text, since the format does not tell a summary from the whole. */
export function encodeReasoning(part: ReasoningPart): JsonDraft {
  let text = ''
  for (const segment of part.segments) if (segment.text !== '') text += text === '' ? segment.text : `\n\n${segment.text}`
  return text === '' && (part.redacted || hintOf(part).text === 'absent') ? { thought: true } : { text, thought: true }
}
