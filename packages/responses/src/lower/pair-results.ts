import type { GenerateRequest, ToolCallPart, Turn } from '@interlingua/core'
import { pairCalls } from '@interlingua/core/lower'
import { builtinCalls, builtinCallTypes } from '../parts/builtin-calls.ts'
import { missingResult } from './lower-result.ts'
import type { LowerScope } from './scope.ts'

/**
 * Gives each call one output after it. If the conversation goes on at the server, calls and outputs may be there.
 * https://platform.openai.com/docs/guides/function-calling
 */
export function pairResults(request: GenerateRequest, { context, report }: LowerScope): readonly Turn[] {
  const referred = hasReferences(request)
  return pairCalls(request.turns, {
    place: 'after-call',
    // The server refuses a second output of one `call_id`.
    ids: 'unique',
    merge: false,
    elsewhere: { calls: referred || isElsewhere(request), results: referred },
    orphanCalls: context.policy.orphanCalls,
    leavesWithCall(part) {
      if (part.type !== 'reasoning') return false
      report('foreign-reasoning', part.at ?? '')
      return true
    },
    missingResult(call, at) {
      const type = outputTypeOf(call)
      // A screenshot cannot be made up.
      return type === 'computer_call_output' ? undefined : missingResult(call.callId, type, at)
    },
    report,
  })
}

function isElsewhere(request: GenerateRequest): boolean {
  const { state } = request
  return state?.previousResponse !== undefined || state?.conversation !== undefined || state?.prompt !== undefined
}

function hasReferences({ turns }: GenerateRequest): boolean {
  for (const { parts } of turns)
    for (const part of parts) if (part.type === 'opaque' && isReference(part.wire.type, part.wire.role)) return true
  return false
}

function isReference(type: unknown, role: unknown): boolean {
  return type === 'item_reference' || (type === undefined && role === undefined)
}

/** Type of the item that answers a call. */
export function outputTypeOf(call: ToolCallPart): string {
  if (call.kind === 'custom') return 'custom_tool_call_output'
  const type = call.kind === 'builtin' ? builtinCallTypes[call.name] : undefined
  if (type === 'tool_search_call') return 'tool_search_output'
  return (type === undefined ? undefined : builtinCalls[type]?.output) ?? 'function_call_output'
}
