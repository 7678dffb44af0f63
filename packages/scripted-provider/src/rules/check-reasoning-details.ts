import type { Failure, GenerateRequest } from '@interlingua/core'
import { signThinking } from '../seals/sign-thinking.ts'
import { groupedTurns } from './grouped-turns.ts'
import { refuse } from './refuse.ts'

/** Checks that signed `reasoning_details` of the latest tool loop come back unedited, as OpenRouter's upstreams require. */
export function checkReasoningDetails(request: GenerateRequest): Failure | undefined {
  const turns = groupedTurns(request)
  const loop = turns.slice(
    turns.findLastIndex(({ author, parts }) => author === 'user' && !parts.some(({ type }) => type === 'tool-result')) + 1,
  )
  for (const part of loop.flatMap(({ author, parts }) => (author === 'assistant' ? parts : []))) {
    if (part.type !== 'reasoning' || part.seal === undefined) continue
    if (part.seal.format !== 'chat' || part.seal.data !== signThinking(part.segments.map(({ text }) => text).join(''))) {
      return refuse('Invalid `signature` in `reasoning_details`', part.at)
    }
  }
  return undefined
}
