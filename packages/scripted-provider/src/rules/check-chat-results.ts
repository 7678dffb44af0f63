import type { Failure, GenerateRequest, Part, Turn } from '@interlingua/core'
import { refuse } from './refuse.ts'

/** Checks that each call has a tool message right after the assistant message, and that no other tool message exists. */
export function checkChatResults(request: GenerateRequest): Failure | undefined {
  let open = new Set<string>()
  let answerable = new Set<string>()
  for (const turn of request.turns) {
    const [result] = turn.parts
    if (turn.author === 'user' && result?.type === 'tool-result') {
      if (!answerable.has(result.callId))
        return refuse("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", turn.at)
      const media = result.parts.find(({ type }) => type !== 'text' && type !== 'refusal')
      if (media) return refuse("Invalid content of a message with role 'tool': only text is supported.", media.at ?? turn.at)
      open.delete(result.callId)
      continue
    }
    if (open.size > 0) return unanswered(open, turn)
    answerable = new Set(turn.parts.filter(isCall).map(({ callId }) => callId))
    open = new Set(answerable)
  }
  const last = request.turns.at(-1)
  return open.size > 0 && last ? unanswered(open, last) : undefined
}

function unanswered(open: ReadonlySet<string>, turn: Turn): Failure {
  return refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    turn.at,
  )
}

function isCall(part: Part): part is Extract<Part, { type: 'tool-call' }> {
  return part.type === 'tool-call'
}
