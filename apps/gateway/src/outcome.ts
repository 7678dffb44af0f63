import type { Notice, Usage } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ability } from './channels/ability.ts'
import type { Target } from './channels/create-resolver.ts'
import type { EndpointFacts } from './endpoint-facts.ts'
import type { ApiKey } from './keys/api-key.ts'
import type { Evidence } from './metering/evidence.ts'
import type { PriceTable } from './metering/price-table.ts'
import type { Spent } from './metering/spent.ts'
import type { UsageRecord } from './metering/usage-record.ts'
import type { Log } from './operation/create-log.ts'

/** One request and what became of it, as usage records, metrics, logs and traces are told of it. */
export interface Outcome {
  readonly gateway: Accounting
  readonly request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>
  readonly response: Pick<ServerResponse, 'headersSent' | 'statusCode'>
  /** Given by the gateway, never twice. */
  readonly id: string
  /** What the answer names the request. */
  readonly requestId: string
  /** What the upstream named the request. */
  readonly upstreamId?: string
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  /** When the first byte of a stream went out, by the monotonic clock. */
  readonly firstByteAt?: number
  /** What the client speaks. */
  readonly edge: { readonly adapter: { readonly format: string } }
  /** Absent: nothing is at this path. */
  readonly endpoint?: EndpointFacts
  readonly key?: ApiKey
  /** The model's id as the client said it. */
  readonly model?: string
  readonly stream?: boolean
  readonly target?: Target
  readonly ability?: Ability
  /** Calls of upstreams. */
  readonly attempts: number
  readonly notices: readonly Notice[]
  /** Which limit it was that refused this request. */
  readonly refusedBy?: string
  /** What the upstream's answer says of itself, where it is traced. */
  readonly answered?: { readonly model?: string; readonly finishes: readonly string[] }
  /** What the upstream said that it cost. */
  readonly usage?: Usage | undefined
  /** Calls that were paid for beside the answer. */
  readonly spent?: readonly Spent[]
  /** What there is to guess by where the upstream does not tell. */
  readonly evidence?: Evidence
  /** Told how many tokens and millionths of the currency it took, where something is reserved for it. */
  readonly charge?: (tokens: number, micros: number) => void
  /** What was kept of it. */
  record?: UsageRecord
}

/** What records and logs take from the configuration that a request began with. */
export interface Accounting {
  readonly prices: PriceTable
  /** Whether requests leave usage records; those of keys with a budget do in any case. */
  readonly keepsUsage: boolean
  readonly log: Log
}
