import { answerJson } from '../answers/answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { unreadiness } from './unreadiness.ts'

/** Whether requests should be sent here: 200, or 503 with the reasons. */
export function serveReadiness(exchange: Exchange): void {
  void guardAsync(exchange, async () => {
    const reasons = await unreadiness(exchange.gateway)
    if (exchange.over) return
    if (reasons.length === 0) answerJson(exchange, { status: 'ready' })
    else answerJson(exchange, { status: 'not-ready', reasons }, 503)
  })
}
