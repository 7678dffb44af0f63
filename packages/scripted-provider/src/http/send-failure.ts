import type { Failure } from '@interlingua/core'
import { createProviderContext } from './create-provider-context.ts'
import type { Exchange } from './exchange.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialects.ts'

/** An error in the dialect's own shape. The failure's own status wins over the one that its code stands for. */
export function sendFailure(exchange: Exchange, dialect: ServedDialect, failure: Failure): void {
  const { requestId } = exchange
  const reply = dialect.adapter.encodeFailure({ ...failure, requestId }, createProviderContext(exchange))
  const headers: Record<string, string> = { ...reply.headers, [dialect.requestIdHeader]: requestId }
  if (failure.retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
    headers['retry-after-ms'] = String(failure.retryAfterMs) // the SDKs take the finer one
  }
  sendJson(exchange, failure.status ?? reply.status, reply.body, headers)
}
