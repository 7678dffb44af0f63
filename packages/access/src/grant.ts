import type { FormatEdge } from '@interlingua/core/edge'
import type { IncomingMessage } from 'node:http'
import type { EndpointFacts, FailureReply } from '@interlingua/gateway-kernel'
import type { ApiKey } from '@interlingua/store'
import type { KeyRing } from './keys/create-key-ring.ts'
import type { Allowance } from './limits/account.ts'
import type { Capacity, Limiter } from './limits/limiter.ts'
import type { PriceTable } from './prices/prices.ts'

/** Request of a client, with the fields that keys and limits need. */
export interface AccessRequest {
  readonly gateway: AccessServices
  readonly incoming: Pick<IncomingMessage, 'headers' | 'url' | 'socket'> & Partial<Pick<IncomingMessage, 'method'>>
  /** Format of the client, which words rates and refusals. */
  readonly edge: Pick<FormatEdge, 'client'>
  readonly endpoint?: EndpointFacts
}

export interface AccessServices {
  readonly keys: KeyRing
  readonly limiter: Limiter
  readonly capacity: Capacity
  readonly prices: PriceTable
}

/** Key of a request, with the counts for its limits. Without a key: the endpoint is open. */
export interface Grant {
  readonly key?: ApiKey
  /** Checks the body of a signed request, as it came, before anything is done with it; gives the failure. Absent: there is nothing to check. */
  readonly checkBody?: (body: Buffer) => FailureReply | undefined
  /** Rate of tokens and budget of the key, where the key has either. */
  allowance?: Allowance
  /** Counts tokens and millionths of the currency against what is reserved. Absent: nothing is reserved. Never throws and never waits. */
  charge?: (tokens: number, micros: number) => void
  /** True if the answer tells the rates of the key; then those of an upstream are left out. */
  rated?: boolean
  /** Headers that tell the rates of the key. */
  headers?: Record<string, string>
  /** True if the request leaves no usage record, since the record of its task or background run has the cost. */
  unrecorded?: boolean
}
