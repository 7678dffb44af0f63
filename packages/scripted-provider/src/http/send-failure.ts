import type { Failure } from '@interlingua/core'
import type { Exchange } from './exchange.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { VendorFace } from './vendor-face.ts'

/** An error in the dialect's own shape. The failure's own status wins over the one that its code stands for. */
export function sendFailure(exchange: Exchange, dialect: VendorFace, failure: Failure): void {
  const { requestId } = exchange
  const reply = dialect.writeFailure({ ...failure, requestId }, exchange)
  const headers: Record<string, string> = { ...reply.headers, ...requestIdOf(exchange, dialect) }
  if (failure.retryAfterMs !== undefined && dialect.retryHint === 'header') {
    headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
    headers['retry-after-ms'] = String(failure.retryAfterMs) // the SDKs take the finer one
  }
  sendJson(exchange, failure.status ?? reply.status, reply.body, headers)
}
