import type { GenerateRequest, ReasoningPart, Turn } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { isOwn } from './is-own.ts'

/**
 * Whether the last assistant turn calls tools, but holds no thinking that may be sent: with a thinking budget the API refuses that. Clients
 * of other formats throw thoughts away. What a caller of this format did not think is its own affair.
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function lacksThinking(request: GenerateRequest): boolean {
  let calls = false
  let thoughts = false
  for (const { parts } of lastAssistantTurns(request.turns)) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls = true
      if (part.type !== 'reasoning') continue
      if (isOurs(part)) return false
      thoughts = true
    }
  }
  return calls && (thoughts || !isOwn(request))
}

/** Adjacent assistant turns are one message in the end. */
function lastAssistantTurns(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.findLastIndex(({ author }) => author === 'assistant')
  let first = last
  while (turns[first - 1]?.author === 'assistant') first--
  return last === -1 ? [] : turns.slice(first, last + 1)
}

function isOurs(part: ReasoningPart): boolean {
  if (part.seal !== undefined) return part.seal.format === 'messages'
  const hint = hintOf(part)
  return hint.unsigned === true || hint.signature === ''
}
