import type { EncodeState, Context, Part, ToolCallPart } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import { notice } from './notices.ts'

/** True if a client declared `functions`, as before there were tools: it reads only `function_call`. */
export function asksForFunctions(asked: EncodeState | undefined): boolean {
  const { request } = asked ?? {}
  return request !== undefined && hintOf(request)?.['functions'] === true
}

/** Call as such a client reads it. */
export function asFunctionCall(part: ToolCallPart): ToolCallPart {
  const own = part.extensions?.[format]
  return { ...part, extensions: { ...part.extensions, [format]: { ...own, hint: { ...own?.hint, legacy: true } } } }
}

/** Parts of a message for such a client, which has a place for one call. */
export function withFunctionCall(parts: readonly Part[], context: Context): readonly Part[] {
  let called = false
  return parts.flatMap((part): readonly Part[] => {
    if (part.type !== 'tool-call' || part.kind === 'custom') return [part]
    if (called) {
      context.onNotice(notice('function-call', part.at ?? ''))
      return []
    }
    called = true
    return [asFunctionCall(part)]
  })
}

/** Finish reason in the words of such a client. */
export function legacyWord(word: string): string {
  return word === 'tool_calls' ? 'function_call' : word
}
