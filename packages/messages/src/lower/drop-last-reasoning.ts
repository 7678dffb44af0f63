import { pointer, type Turn } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

/** Removes thinking at the end of a turn, which is refused: such a turn broke off before it said anything. */
export function dropLastReasoning(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(endsInReasoning)) return turns
  const kept: Turn[] = []
  // Adjacent turns of the assistant become one, so only the last of them has an end.
  let ends = true
  for (let index = turns.length - 1; index >= 0; index--) {
    const turn = turns[index]
    if (turn === undefined) continue
    const parts = turn.author === 'assistant' && ends ? withoutLast(turn, index, scope) : turn.parts
    const gone = parts.length === 0 && turn.parts.length > 0
    if (!gone || turn.changes !== undefined) kept.push(parts === turn.parts ? turn : { ...turn, parts })
    if (!gone) ends = turn.author !== 'assistant'
  }
  return kept.toReversed()
}

function endsInReasoning({ author, parts }: Turn): boolean {
  return author === 'assistant' && parts[parts.length - 1]?.type === 'reasoning'
}

function withoutLast(turn: Turn, index: number, scope: LowerScope): Turn['parts'] {
  const at = turn.at ?? pointer('/turns', index)
  let count = turn.parts.length
  for (let part = turn.parts.at(-1); part?.type === 'reasoning'; part = turn.parts[count - 1]) {
    count--
    scope.report('last-reasoning', part.at ?? pointer(at, 'parts', count))
  }
  return count === turn.parts.length ? turn.parts : turn.parts.slice(0, count)
}
