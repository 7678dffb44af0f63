import type { Part } from '@interlingua/core'
import { hintOf } from './extension.ts'

/** Sorts parts into the order in which a message is read: reasoning, content, audio, calls. Returns the same array if it is sorted. */
export function inMessageOrder(parts: readonly Part[]): readonly Part[] {
  const rank = (part: Part): number => {
    if (part.type === 'tool-call' || hintOf(part)?.['slot'] === 'tool_calls') return 3
    if (part.type === 'reasoning' && hintOf(part)?.['slot'] !== 'content') return 0
    return part.type === 'media' ? 2 : 1
  }
  for (let i = 1; i < parts.length; i++) {
    const [before, after] = [parts[i - 1], parts[i]]
    if (before && after && rank(before) > rank(after)) return parts.toSorted((a, b) => rank(a) - rank(b))
  }
  return parts
}
