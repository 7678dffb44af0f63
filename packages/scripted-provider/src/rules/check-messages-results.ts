import type { Failure, Part } from '@interlingua/core'
import { refuse } from './refuse.ts'
import type { GroupedTurn } from './grouped-turns.ts'

/**
 * Checks that every call is answered in the next user turn with results first, that no result lacks its call, and that no id is repeated.
 */
export function checkMessagesResults(turns: readonly GroupedTurn[]): Failure | undefined {
  const seen = new Set<string>()
  for (const [i, turn] of turns.entries()) {
    const calls = turn.parts.filter((part) => part.type === 'tool-call')
    if (turn.author === 'assistant') {
      for (const call of calls) {
        if (seen.has(call.callId)) return refuse('messages: `tool_use` ids must be unique', call.at)
        seen.add(call.callId)
      }
    }
    const next = turns[i + 1]
    const answered = next?.author === 'user' ? resultIds(next.parts) : noIds
    const open = turn.author === 'assistant' ? calls.find(({ callId }) => !answered.has(callId)) : undefined
    if (open)
      return refuse(
        `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.callId}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        open.at ?? turn.at,
      )
    if (turn.author === 'user') {
      const failure = checkResults(turn, turns[i - 1])
      if (failure) return failure
    }
  }
  return undefined
}

function checkResults(turn: GroupedTurn, before: GroupedTurn | undefined): Failure | undefined {
  const called = before?.author === 'assistant' ? callIds(before.parts) : noIds
  let other = false
  const answered = new Set<string>()
  for (const part of turn.parts) {
    if (part.type !== 'tool-result') {
      other = true
      continue
    }
    if (!called.has(part.callId))
      return refuse(
        `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${part.callId}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        part.at,
      )
    if (answered.has(part.callId))
      return refuse(`each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${part.callId}`, part.at)
    if (other) return refuse('`tool_result` blocks must come before any other content in a message that answers `tool_use`', part.at)
    answered.add(part.callId)
  }
  return undefined
}

const noIds: ReadonlySet<string> = new Set()

function callIds(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.filter((part) => part.type === 'tool-call').map(({ callId }) => callId))
}

function resultIds(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.filter((part) => part.type === 'tool-result').map(({ callId }) => callId))
}
