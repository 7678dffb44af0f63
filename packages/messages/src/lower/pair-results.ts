import type { Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { pairCalls } from '@interlingua/core/lower'
import { hintOf } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/**
 * Puts all results of an assistant turn into the user turn right after it, before anything else; each call has exactly one, and an id of
 * its own in the whole conversation. https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
export function pairResults(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  return pairCalls(turns, {
    place: 'next-turn',
    ids: 'unique',
    merge: true,
    orphanCalls: context.policy.orphanCalls,
    // A message with an unknown role takes no results.
    closed: (turn) => hintOf(turn).role === 'opaque',
    missingResult,
    report,
  })
}

function missingResult({ callId }: ToolCallPart, at: Pointer): ToolResultPart {
  return { type: 'tool-result', callId, isError: true, parts: [{ type: 'text', text: 'No result was given for this call.', at }], at }
}
