import type { Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { pairCalls } from '@interlingua/core/lower'
import { hintOf, withHint } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/**
 * Right after a turn of the model stands one content of the user with the results of all its calls, in their order, and with nothing else.
 * What was said beside them follows in a content of its own. https://ai.google.dev/gemini-api/docs/function-calling
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
  // A call without an id is answered without one.
  return hintOf(call).id === 'absent' ? { ...result, extensions: withHint(result, { id: 'absent' }) } : result
}
