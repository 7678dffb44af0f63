import type { Exchange } from '../exchange.ts'
import { noticeHeaders } from './notice-headers.ts'

/** What every answer says about itself: its id, and what was lost on the way. */
export function answerHeaders(exchange: Exchange): Record<string, string | number> {
  const headers: Record<string, string | number> = { [exchange.edge.client.headers.requestId]: exchange.requestId }
  if (exchange.gateway.life.draining) headers['connection'] = 'close'
  if (exchange.headers) Object.assign(headers, exchange.headers)
  if (exchange.notices.length > 0) Object.assign(headers, noticeHeaders(exchange))
  return headers
}
