import type { Failure, WireReply } from '@interlingua/core'
import type { Exchange } from './exchange.ts'

/** How a vendor shows itself around an answer, whatever the answer is. */
export interface VendorFace {
  /** The header that names a request; absent: the vendor has none. */
  readonly requestIdHeader?: string
  /** Where an error says when to come back. */
  readonly retryHint: 'header' | 'body'
  /** The error of a request without a key. */
  readonly keyless: Failure
  writeFailure(failure: Failure, exchange: Exchange): WireReply<unknown>
}
