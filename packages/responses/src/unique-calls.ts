import { deriveId } from '@interlingua/core/adapter'
import type { Context, Part } from '@interlingua/core'
import { notice } from './notices.ts'

/**
 * Gives a call without an id, or with that of another call of the same response, an id of its own, since clients tell calls apart by their
 * ids only. The first keeps its id.
 */
export function createUniqueCalls(context: Context): (part: Part) => Part {
  const seen = new Set<string>()
  return (part) => {
    if (part.type !== 'tool-call') return part
    let { callId } = part
    for (let turn = 0; callId === '' || seen.has(callId); turn++) callId = deriveId('call_', part.callId, seen.size, turn)
    seen.add(callId)
    if (callId === part.callId) return part
    context.onNotice(notice('call-id', part.at ?? ''))
    return { ...part, callId }
  }
}
