import type { Failure } from '@interlingua/core'
import type { DemoRequest } from './demo-request.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { VendorProfile } from './vendor-profile.ts'

/** Sends an error in the dialect's shape. The failure's own status wins over the status of its code. */
export function sendFailure(demoRequest: DemoRequest, dialect: VendorProfile, failure: Failure): void {
  const { requestId } = demoRequest
  const reply = dialect.writeFailure({ ...failure, requestId }, demoRequest)
  const headers: Record<string, string> = { ...reply.headers, ...requestIdOf(demoRequest, dialect) }
  if (failure.retryAfterMs !== undefined && dialect.retryHint === 'header') {
    headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
    headers['retry-after-ms'] = String(failure.retryAfterMs) // the SDKs prefer the finer unit
  }
  sendJson(demoRequest, failure.status ?? reply.status, reply.body, headers)
}
