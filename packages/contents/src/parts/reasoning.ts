import type { ReasoningPart } from '@interlingua/core'
import type { Bag } from '../extension.ts'
import { hintOf } from '../extension.ts'

/** A thought. One segment of any kind is one text: the format tells no summary from the whole. */
export function encodeReasoning(part: ReasoningPart): Bag {
  let text = ''
  for (const segment of part.segments) if (segment.text !== '') text += text === '' ? segment.text : `\n\n${segment.text}`
  return text === '' && (part.redacted || hintOf(part).text === 'absent') ? { thought: true } : { text, thought: true }
}
