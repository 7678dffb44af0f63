import type { Exchange } from '../exchange.ts'
import { wantsExplanation } from './notice-headers.ts'

/** What was lost after the head of a stream, for a caller who asked to be told: a comment for before its last event. `told`: notices in the head. */
export function lateNotices(exchange: Exchange, told: number): string {
  if (!exchange.edge.client.stream.comments || exchange.notices.length <= told || !wantsExplanation(exchange)) return ''
  return `: interlingua-notices ${JSON.stringify(exchange.notices.slice(told))}\n\n`
}
