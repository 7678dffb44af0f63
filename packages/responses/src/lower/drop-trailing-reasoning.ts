import type { Turn } from '@interlingua/core'
import { leaveOut } from './leave-out.ts'
import type { LowerScope } from './scope.ts'

/**
 * Drops reasoning without a later item of the assistant, which servers refuse: reasoning belongs to what follows it. Requests of this
 * format stay as they are.
 */
export function dropTrailingReasoning(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (scope.own || !turns.some(endsInReasoning)) return turns
  const kept: Turn[] = []
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i] as Turn // the index is in range
    if (!endsInReasoning(turn) || kept.at(-1)?.author === 'assistant') {
      kept.push(turn)
      continue
    }
    const parts = [...turn.parts]
    for (let last = parts.at(-1); last?.type === 'reasoning'; last = parts.at(-1)) {
      scope.report('foreign-reasoning', last.at ?? turn.at ?? '')
      parts.pop()
    }
    if (parts.length > 0) kept.push({ ...turn, parts })
    else leaveOut(turn, turn.at ?? '', scope)
  }
  return kept.length === turns.length && kept.every((turn, i) => turn === turns[turns.length - 1 - i]) ? turns : kept.toReversed()
}

function endsInReasoning({ author, parts }: Turn): boolean {
  return author === 'assistant' && parts.at(-1)?.type === 'reasoning'
}
