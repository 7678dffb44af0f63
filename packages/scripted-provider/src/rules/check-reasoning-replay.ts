import type { Failure, GenerateRequest } from '@interlingua/core'
import { groupedTurns } from './grouped-turns.ts'
import { refuse } from './refuse.ts'

/** Checks that reasoning comes back with its calls, as DeepSeek requires for thinking between calls. */
export function checkReasoningReplay(request: GenerateRequest): Failure | undefined {
  const { reasoning } = request
  if (reasoning === undefined || reasoning.mode === 'off' || reasoning.effort === 'none') return undefined
  const turns = groupedTurns(request)
  const loop = turns.slice(
    turns.findLastIndex(({ author, parts }) => author === 'user' && !parts.some(({ type }) => type === 'tool-result')) + 1,
  )
  const bare = loop.find(
    ({ author, parts }) =>
      author === 'assistant' && parts.some(({ type }) => type === 'tool-call') && !parts.some(({ type }) => type === 'reasoning'),
  )
  return bare ? refuse('Missing `reasoning_content` field in the assistant message with tool calls', bare.at) : undefined
}
