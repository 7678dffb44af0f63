import type { Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { pairCalls } from '@interlingua/core/lower'
import { hintOf, withHint } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/**
 * Puts the results of all calls of a model's turn, in their order, into a content of the user right after it, alone. Words beside them
 * follow in a content of their own. https://ai.google.dev/gemini-api/docs/function-calling
 */
export function pairResults(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  return pairCalls(turns, {
    place: 'own-turn',
    // Calls and results pair by their place.
    ids: 'any',
    merge: true,
    names: true,
    orphanCalls: context.policy.orphanCalls,
    missingResult,
    report,
  })
}

function missingResult(call: ToolCallPart, at: Pointer): ToolResultPart {
  const { callId, name } = call
  const text = 'No result was given for this call.'
  const result: ToolResultPart = { type: 'tool-result', callId, name, isError: true, parts: [{ type: 'text', text, at }], at }
  // A call without an id gets a result without one.
  return hintOf(call).id === 'absent' ? { ...result, extensions: withHint(result, { id: 'absent' }) } : result
}
