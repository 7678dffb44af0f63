import type { GenerateRequest, ReasoningPart, Turn } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { isOwn } from './is-own.ts'

/**
 * True if the last assistant message calls tools before any thinking that may be sent, which the API refuses with a thinking budget.
 * Clients of other formats drop thoughts; a caller of this format decides itself; `lowered` are the turns as sent.
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

/** Adjacent assistant turns at the end, which become one message. */
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
