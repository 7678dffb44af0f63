import type { Failure, WireReply } from '@interlingua/core'
import type { DemoRequest } from './demo-request.ts'

/** The vendor's manners around an answer. */
export interface VendorProfile {
  /** The header that names a request; absent where the vendor has none. */
  readonly requestIdHeader?: string
  /** The place in which an error states the delay before a retry. */
  readonly retryHint: 'header' | 'body'
  /** The error for a request without a key. */
  readonly keyless: Failure
  writeFailure(failure: Failure, demoRequest: DemoRequest): WireReply<unknown>
}
