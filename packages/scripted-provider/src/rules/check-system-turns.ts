import type { Failure } from '@interlingua/core'
import type { GroupedTurn } from './grouped-turns.ts'
import { refuse } from './refuse.ts'

/** Checks that a system message stands after a user turn or a hosted tool's result, and before an assistant turn or the end. */
export function checkSystemTurns(turns: readonly GroupedTurn[]): Failure | undefined {
  for (const [i, { author, at }] of turns.entries()) {
    if (author !== 'instruction' || !at?.startsWith('/messages')) continue
    const before = turns.slice(0, i).findLast((turn) => turn.author !== 'instruction')
    const next = turns.slice(i + 1).find((turn) => turn.author !== 'instruction')
    if (before === undefined) return refuse('a system message may not come first: use the top-level `system` parameter', at)
    if (before.author === 'assistant' && before.parts.at(-1)?.type !== 'hosted-result')
      return refuse('a system message must follow a user message', at)
    if (next?.author === 'user') return refuse('a system message must be the last message or be followed by an assistant message', at)
  }
  return undefined
}
