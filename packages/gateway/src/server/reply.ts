import type { Failure, Notice, Usage } from '@interlingua/core'
import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Failover, Target } from '@interlingua/upstreams'
import type { AdmittedRequest, ClientRequest } from './client-request.ts'
import type { EndpointFacts, LimitName, ServeResult } from '@interlingua/gateway-kernel'
import type { EstimateInput } from '../metering/estimate-usage.ts'
import type { CallLog } from '../metering/outcome.ts'
import type { RequestTap } from './recorder.ts'

/** Answer to a request, as far as it has been sent. */
export interface Reply {
  readonly client: ClientRequest
  /** Absent: the request is not admitted yet, or was refused. */
  admitted?: AdmittedRequest
  /** The newest attempt; absent before the first. */
  attempt?: Attempt
  readonly response: ServerResponse
  readonly notices: Notice[]
  /** Headers that a step on the way decided. */
  headers?: Record<string, string>
  /** Calls of upstreams, in their order, for the usage record. */
  calls?: CallLog[]
  /** Id that the upstream gave the request, where the client is told. */
  upstreamId?: string
  /** Milliseconds of the clock of `startedAt` when the first byte of a stream went out. */
  firstByteAt?: number
  /** The client has its whole answer, although the upstream may have something to add: a client that leaves now was served. */
  complete?: boolean
  /** Keeps what must be kept before the client gets the end of a good answer. Where it rejects, the answer fails. */
  keep?: () => Promise<void>
  /** Run once the answer is through or the connection gone. */
  releases?: (() => void)[] | undefined
  /** Ends a stream with the error of the client's format; absent: nothing is written yet, and the failure is the answer. */
  interrupt?: (failure: Failure) => void
  /** Message of the error that the client got. */
  errorMessage?: string
  /** The limit that refused the request. */
  refusedBy?: LimitName
  /** Receiver of all that is said for this request. Absent: nothing is recorded. */
  tap?: RequestTap
  /** Index among the running requests. */
  place?: number | undefined
  /** The client has all that it will get, or has left. */
  ended: boolean
}

export function openReply(client: ClientRequest, response: ServerResponse): Reply {
  return { client, response, notices: [], ended: false }
}

/** Runs `release` once the answer is through or the connection gone. */
export function onRelease(reply: Reply, release: () => void): void {
  ;(reply.releases ??= []).push(release)
}

/** A request at one target: the calls that it takes there, and what their answers say. */
export interface Attempt {
  readonly admitted: AdmittedRequest
  readonly reply: Reply
  readonly target: Target
  /** Failover after this attempt; absent once the answer begins, or if the request may go nowhere else. */
  failover?: Failover | undefined
  /** The running call of the upstream, to pause and to end it. */
  call?: Dispatcher.DispatchController
  /** Usage that the upstream reported. */
  usage?: Usage | undefined
  /** EstimateInput for an estimate of the usage. Absent: the upstream has not begun to answer. */
  estimateInput?: EstimateInput
  /** Model and finish reasons that the upstream's answer names; only where requests are traced. */
  answered?: { model?: string; readonly finishes: string[] }
}

/** The newest attempt of a request. Without `failover` its failure is the answer. */
export function openAttempt(admitted: AdmittedRequest, reply: Reply, target: Target, failover?: Failover): Attempt {
  const attempt: Attempt = failover === undefined ? { admitted, reply, target } : { admitted, reply, target, failover }
  reply.attempt = attempt
  return attempt
}

/** The same attempt for a call that goes on when the client leaves: a client's leaving ends the call of the reply's own attempt alone. */
export function detachedAttempt({ admitted, reply, target }: Attempt): Attempt {
  return { admitted, reply, target }
}

/** Path of the gateway and its service. Each folder lists its own; `endpoints/endpoints.ts` gathers them. */
export interface Endpoint extends EndpointFacts {
  /** Answers the request by `reply`, or gives the failure that answers it. */
  readonly serve: (admitted: AdmittedRequest, reply: Reply, parameters: Parameters) => ServeResult
}

/** Values of the names in braces, decoded once. */
export type Parameters = Readonly<Record<string, string>>
