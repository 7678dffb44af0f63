import type { GenerateRequest, ReasoningPart, Turn } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { isOwn } from './is-own.ts'

/**
 * Whether the last assistant message calls tools before it thinks in a way that may be sent: with a thinking budget the API refuses that.
 * Clients of other formats throw thoughts away. What a caller of this format did not think is its own affair.
 * `lowered` are the turns as they are sent, so that nothing counts that was left out or moved.
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function lacksThinking(request: GenerateRequest, lowered: readonly Turn[]): boolean {
  const own = isOwn(request)
  let calls = false
  for (const { parts } of lastAssistantTurns(lowered)) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls = true
      else if (part.type === 'reasoning' && isOurs(part) && (own || !calls)) return false
    }
  }
  return calls && (!own || lastAssistantTurns(request.turns).some(({ parts }) => parts.some(({ type }) => type === 'reasoning')))
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
