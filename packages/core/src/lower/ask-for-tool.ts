import type { Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

/**
 * Asks in words for a call of a tool that the model cannot be forced to call; the words stand at the end of the user's last turn, so that a
 * cached beginning does not change with the choice. `names`: wire names of the allowed tools, empty for all; `place`: beside results, or in
 * a turn of their own.
 */
export function askForTool(turns: readonly Turn[], names: readonly string[], at: Pointer, place: 'apart' | 'beside'): readonly Turn[] {
  const last = turns[turns.length - 1]
  if (last?.author !== 'user') return turns
  const named = names.map((name) => `\`${name}\``)
  const which =
    named.length === 0 ? 'one of the tools' : named.length === 1 ? `the tool ${named[0]}` : `one of the tools ${named.join(', ')}`
  const text: TextPart = { type: 'text', at, text: `Answer this with a call of ${which}.` }
  const asked: Turn = { author: 'user', at, parts: [text] }
  if (place === 'apart' && last.parts.some(isResult)) return [...turns, asked]
  return [...turns.slice(0, -1), { ...last, parts: [...last.parts, text] }]
}

function isResult({ type }: Part): boolean {
  return type === 'tool-result'
}
