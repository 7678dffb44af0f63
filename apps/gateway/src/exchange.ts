import {
  defaultPolicy,
  type Context,
  type Failure,
  type GenerateRequest,
  type JsonObject,
  type ModelProfile,
  type Notice,
  type Policy,
  type Usage,
} from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Ability } from './channels/ability.ts'
import type { Target } from './channels/create-resolver.ts'
import type { FormatEdge, PathParams } from '@interlingua/core/edge'
import type { Keeper } from './conversations/keeper.ts'
import type { EndpointFacts } from './endpoint-facts.ts'
import type { GatewayState } from './gateway-state.ts'
import type { ApiKey } from './keys/api-key.ts'
import type { Allowance } from './limits/allowance.ts'
import type { Evidence } from './metering/evidence.ts'
import type { Spent } from './metering/spent.ts'
import type { UsageRecord } from './metering/usage-record.ts'
import { requestIdOf } from './operation/request-id-of.ts'
import type { Failover } from './upstreams/failover.ts'

/** One request of a client and all that became of it. Mutable: the pipeline fills it in, step by step. */
export interface Exchange {
  readonly gateway: GatewayState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly edge: FormatEdge
  readonly params: PathParams
  /** Given by the gateway, never twice. */
  readonly id: string
  /** What the answer names the request: as the client did, else as the gateway does. */
  readonly requestId: string
  /** What the upstream named the request, where the client is told that. */
  upstreamId?: string
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  readonly notices: Notice[]
  onNotice: (notice: Notice) => void
  /** Absent: nothing is at this path. */
  endpoint?: EndpointFacts
  /** Who asks; absent where anybody may. */
  key?: ApiKey
  /** The model's id as the client said it. */
  model?: string
  stream?: boolean
  target?: Target
  /** What the upstream is asked for, where that is not text. */
  ability?: Ability
  /** The one channel that may serve this: what the request refers to lives there. */
  pin?: string
  /** How the upstream may say that it has no more what the request refers to, and what becomes of that; it says nothing of its channel. */
  lost?: { readonly statuses: ReadonlySet<number>; readonly take: (failure: Failure) => (() => void) | undefined }
  /** Tokens of what the request refers to and the upstream keeps: a count of our own does not see them. */
  keptTokens?: number
  /** Puts what the request refers to (an earlier response, a cached content) into it; looked up before. Such a request is always translated. */
  recall?: (request: GenerateRequest) => GenerateRequest
  /** What is kept of the conversation that this belongs to; absent: nothing. */
  keeper?: Keeper
  /** Where the request may still go; absent from the moment at which the answer begins. */
  failover?: Failover | undefined
  /** Calls of upstreams so far. */
  attempts: number
  /** What must be kept before the client gets the end of a good answer. Where it rejects, the answer fails. */
  keep?: () => Promise<void>
  /** What is held of the key's budget and of its rate of tokens. Absent: it has neither. */
  allowance?: Allowance
  /** Told how many tokens and millionths of the currency it took, where something is reserved for it. Never throws, waits for nobody. */
  charge?: (tokens: number, micros: number) => void
  /** The answer tells of the key's own rates, and never of an upstream's. */
  rated?: boolean
  /** Milliseconds of the same clock when the first byte of a stream went out. */
  firstByteAt?: number
  /** Gives the client the end that its dialect has for a failure; absent: nothing is written yet, and the failure is the answer. */
  interrupt?: (failure: Failure) => void
  /** Which limit it was that refused this request. */
  refusedBy?: 'requests' | 'tokens' | 'streams' | 'budget' | 'room'
  /** What the upstream's answer says of itself, where it is traced. */
  answered?: { model?: string; readonly finishes: string[] }
  /** Headers of the answer that a step on the way decided. */
  headers?: Record<string, string>
  /** Run once the answer is through or the connection gone. */
  releases?: (() => void)[] | undefined
  /** Where it stands among the running ones. */
  place?: number | undefined
  policy: Policy
  /** The running call of the upstream, to pause and to end it. */
  call?: Dispatcher.DispatchController
  /** The client has got all that it will get, or has left. */
  over: boolean
  /** What the upstream said that it cost. */
  usage?: Usage | undefined
  /** Calls that were paid for beside the answer: those that went well of attempts that failed. Kept through all attempts. */
  spent?: readonly Spent[]
  /** What there is to guess by where the upstream does not tell. Absent: no upstream has begun to answer. */
  evidence?: Evidence
  /** The client has its whole answer, although the upstream may have something to add: whoever leaves now was served. */
  complete?: boolean
  /** It leaves no record of its own: what it costs is in that of its run. */
  unrecorded?: boolean
  /** What was kept of it, once it is over. */
  record?: UsageRecord
}

export function openExchange(
  gateway: GatewayState,
  edge: FormatEdge,
  params: PathParams,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const notices: Notice[] = []
  const id = gateway.newId('req_')
  return {
    gateway,
    request,
    response,
    edge,
    params,
    id,
    requestId: requestIdOf(request.headers) ?? id,
    startedAt: performance.now(),
    at: Date.now(),
    notices,
    onNotice: (notice) => void notices.push(notice),
    policy: defaultPolicy,
    attempts: 0,
    over: false,
  }
}

/** A client speaks its format as the vendor does. One object for all: what adapters learn of a dialect they learn once for each object. */
const plainDialect: JsonObject = {}

/** The context of one side of this exchange's translation. */
export function contextOf(exchange: Exchange, dialect: JsonObject = plainDialect, model?: ModelProfile): Context {
  const { gateway, policy, onNotice } = exchange
  const { newId, limits } = gateway
  return model === undefined
    ? { onNotice, newId, now: Date.now, limits, policy, dialect }
    : { onNotice, newId, now: Date.now, limits, policy, dialect, model }
}
