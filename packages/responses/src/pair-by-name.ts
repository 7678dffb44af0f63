import { WireError } from '@interlingua/core'
import type { JsonObject, Part, Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { format } from './extension.ts'

/**
 * Gives an output without `call_id` the only earlier call of its name that has no output. Throws where there are several, since a guess could swap two
 * outputs; an output without such a call stays as it is, as its call may be at the server.
 */
export function pairByName(wire: JsonObject, at: Pointer, parts: Part[], turns: readonly Turn[]): void {
  const part = parts.at(-1)
  if (typeof wire.call_id === 'string' || typeof wire.name !== 'string' || part?.type !== 'tool-result') return
  const [call, other] = openCalls(turns, part).filter(({ name }) => name === wire.name)
  if (call === undefined) return
  if (other !== undefined) throw new WireError(format, `${at}/call_id`, `required, as several calls of ${wire.name.slice(0, 64)} are open`)
  parts[parts.length - 1] = { ...part, callId: call.callId }
}

/** Calls without an output but for `own`. */
function openCalls(turns: readonly Turn[], own: ToolResultPart): readonly ToolCallPart[] {
  const all = turns.flatMap(({ parts }) => parts)
  const answered = new Set(all.flatMap((part) => (part.type === 'tool-result' && part !== own ? [part.callId] : [])))
  return all.filter((part): part is ToolCallPart => part.type === 'tool-call' && !answered.has(part.callId))
}
