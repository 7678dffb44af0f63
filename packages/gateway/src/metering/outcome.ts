import type { Notice, Usage } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Capability, Target } from '@interlingua/upstreams'
import type { EndpointFacts } from '@interlingua/gateway-kernel'
import type { ApiKey } from '@interlingua/store'
import type { EstimateInput } from './estimate-usage.ts'
import { type PriceTable, wholeCount } from '@interlingua/access'
import type { ImageUsage } from '@interlingua/images'

/** A request and what became of it, as usage records, metrics, logs and traces are told: the part of a `Reply` that they read. */
export interface Outcome {
  readonly client: ObservedRequest
  /** Absent: the request was refused before it was admitted. */
  readonly admitted?: Admission
  /** The newest attempt. Absent: no upstream was chosen. */
  readonly attempt?: ObservedAttempt
  readonly response: Pick<ServerResponse, 'headersSent' | 'statusCode'>
  readonly notices: readonly Notice[]
  /** Id that the upstream gave the request. */
  readonly upstreamId?: string
  /** Calls of upstreams, in their order. */
  readonly calls?: readonly CallLog[]
  /** When the first byte of a stream went out, by the clock of `startedAt`. */
  readonly firstByteAt?: number
  /** Message of the error that the client got. */
  readonly errorMessage?: string
  /** The limit that refused the request. */
  readonly refusedBy?: string
}

export interface ObservedRequest {
  readonly gateway: Accounting
  readonly incoming: Pick<IncomingMessage, 'headers' | 'method' | 'url'>
  /** Id given by the gateway, unique. */
  readonly id: string
  /** Id that the answer carries. */
  readonly requestId: string
  /** Arrival, in milliseconds of a monotonic clock. */
  readonly startedAt: number
  /** Arrival, in milliseconds since the epoch. */
  readonly at: number
  /** The format that the client speaks. */
  readonly edge: { readonly adapter: { readonly format: string } }
  /** Absent: the path is unknown. */
  readonly endpoint?: EndpointFacts
}

export interface Admission {
  readonly grant: {
    readonly key?: ApiKey
    /** Counts tokens and millionths of the currency against what is reserved. */
    readonly charge?: (tokens: number, micros: number) => void
  }
  /** Id of the model as the client named it. */
  readonly model?: string
  readonly stream?: boolean
  readonly capability?: Capability
  /** Calls of upstreams. */
  readonly attempts: number
  /** Calls that were paid for although their answers were thrown away. */
  readonly attemptCosts?: readonly AttemptCost[]
}

export interface ObservedAttempt {
  readonly target: Target
  /** Model and finish reasons that the upstream's answer names; only where requests are traced. */
  readonly answered?: { readonly model?: string; readonly finishes: readonly string[] }
  /** Usage that the upstream reported. */
  readonly usage?: Usage | undefined
  /** EstimateInput for an estimate of the usage; absent if the upstream has not begun to answer. */
  readonly estimateInput?: EstimateInput
}

/** Call of an upstream; times in milliseconds of the clock of `startedAt`. */
export interface CallLog {
  readonly target: Target
  readonly from: number
  head?: number
  /** Absent: it lasts until the end of the request, or the next call. */
  to?: number
  status?: number
  /** Code of the failure. Absent: the outcome of the request, where it is the last call. */
  failure?: string
  /** Message of the failure, without credentials of the channel. */
  message?: string
}

/** Part of a configuration that usage records read. */
export interface Accounting {
  readonly prices: PriceTable
  /** True if requests leave usage records; those of keys with a budget leave one in any case. */
  readonly keepsUsage: boolean
}

/** Usage that an upstream told for an answer that was thrown away. */
export interface AttemptCost {
  readonly target: Target
  readonly usage: ImageUsage
  /** The call of the answer. Absent: the attempt made several. */
  readonly call?: CallLog
}

/** True if an upstream reported a count above 0, which has a cost. */
export function hasUsage({ input, output, images, extra = [] }: ImageUsage): boolean {
  return [input.total, output.total, images].some((count) => (wholeCount(count) ?? 0) > 0) || extra.length > 0
}
