import type { Failure, GenerateRequest, Part, ReasoningPart } from '@interlingua/core'
import { isRedacted } from '../seals/is-redacted.ts'
import { signThinking } from '../seals/sign-thinking.ts'
import type { GroupedTurn } from './grouped-turns.ts'
import { refuse } from './refuse.ts'

/** Checks that thinking of the latest tool loop comes back first and unedited. Older thinking is not checked, as at the vendor. */
export function checkThinking(request: GenerateRequest, turns: readonly GroupedTurn[]): Failure | undefined {
  const loop = turns.slice(
    turns.findLastIndex(({ author, parts }) => author === 'user' && !parts.some(({ type }) => type === 'tool-result')) + 1,
  )
  for (const { author, parts } of loop) {
    if (author !== 'assistant') continue
    const edited = parts.find((part) => part.type === 'reasoning' && !isIntact(part))
    if (edited)
      return refuse(
        `Invalid \`${edited.type === 'reasoning' && edited.redacted ? 'data' : 'signature'}\` in \`${edited.type === 'reasoning' && edited.redacted ? 'redacted_thinking' : 'thinking'}\` block`,
        edited.at,
      )
    const first = parts[0]
    if (request.reasoning?.mode === 'on' && first && first.type !== 'reasoning' && parts.some(isCall)) {
      return refuse(
        `Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type === 'tool-call' ? 'tool_use' : first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
        first.at,
      )
    }
  }
  return undefined
}

function isIntact({ segments, redacted, seal }: ReasoningPart): boolean {
  if (seal === undefined || seal.format !== 'messages') return false
  return redacted ? isRedacted(seal.data) : seal.data === signThinking(segments.map(({ text }) => text).join(''))
}

function isCall(part: Part): boolean {
  return part.type === 'tool-call'
}
