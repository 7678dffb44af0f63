import { WireError } from '@interlingua/core'
import type { JsonObject, Part, Pointer, ToolCallPart, Turn } from '@interlingua/core'
import { format } from './extension.ts'

/** Gives outputs that name their tool in place of a call the id of that call. */
export interface NamePairs {
  /**
   * Gives the last of `parts`, an output without `call_id`, the only earlier call of its name that has no output. Throws where there are several, since
   * a guess could swap two outputs; an output without such a call stays as it is, as its call may be at the server.
   */
  pair(wire: JsonObject, at: Pointer, parts: Part[]): void
}

/** Follows the calls of `turns`, to which turns and parts are only added. Nothing is read before the first output that names its tool. */
export function createNamePairs(turns: readonly Turn[]): NamePairs {
  const names = new Map<string, string>()
  const open = new Map<string, Map<string, ToolCallPart>>()
  let turn = 0
  let index = 0

  /** Reads the parts that were added, up to `own`. */
  function follow(own: Part): void {
    for (; turn < turns.length; turn++, index = 0) {
      const { parts } = turns[turn] as Turn // the index is in range
      for (; index < parts.length; index++) {
        const part = parts[index] as Part // the index is in range
        if (part === own) return
        if (part.type === 'tool-call') {
          names.set(part.callId, part.name)
          const calls = open.get(part.name)
          if (calls) calls.set(part.callId, part)
          else open.set(part.name, new Map([[part.callId, part]]))
        } else if (part.type === 'tool-result') open.get(names.get(part.callId) ?? '')?.delete(part.callId)
      }
      // More parts may come.
      if (turn === turns.length - 1) return
    }
  }

  return {
    pair(wire, at, parts) {
      const part = parts.at(-1)
      if (typeof wire.call_id === 'string' || typeof wire.name !== 'string' || part?.type !== 'tool-result') return
      follow(part)
      const [call, other] = open.get(wire.name)?.values() ?? []
      if (call === undefined) return
      if (other !== undefined)
        throw new WireError(format, `${at}/call_id`, `required, as several calls of ${wire.name.slice(0, 64)} are open`)
      parts[parts.length - 1] = { ...part, callId: call.callId }
    },
  }
}
