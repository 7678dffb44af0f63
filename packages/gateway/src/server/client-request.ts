import type { GatewayState } from './gateway-state.ts'
import type { SocketTurn } from './socket-turn.ts'
import type { AttemptCost } from '../metering/outcome.ts'
import type { Grant } from '@interlingua/access'
import {
  type Context,
  defaultPolicy,
  type Failure,
  type GenerateRequest,
  type JsonObject,
  type ModelProfile,
  type Notice,
  type Policy,
} from '@interlingua/core'
import type { FormatEdge, PathParams } from '@interlingua/core/edge'
import type { EndpointFacts } from '@interlingua/gateway-kernel'
import type { Capability, Channel } from '@interlingua/upstreams'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

const sane = /^[\w.:/+=@-]{1,128}$/

/** Id that the client gave its request; undefined if it gave none, or one that logs and headers cannot hold. */
function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['x-request-id'] ?? headers['request-id']
  return typeof id === 'string' && sane.test(id) ? id : undefined
}

/** A request as the client sent it. Nothing changes in it while the request is served. */
export interface ClientRequest {
  /** The configuration and the services that the request began with. */
  readonly gateway: GatewayState
  /** The request of `node:http`; its body is read from it. */
  readonly incoming: IncomingMessage
  /** The format that the client speaks. */
  readonly edge: FormatEdge
  readonly params: PathParams
  /** Absent: the path is unknown. Replaced where the body shows that another operation is asked for. */
  endpoint?: EndpointFacts
  /** Id given by the gateway, unique. */
  readonly id: string
  /** Id that the answer carries: the client's own, else the gateway's. */
  readonly requestId: string
  /** Arrival, in milliseconds of a monotonic clock. */
  readonly startedAt: number
  /** Arrival, in milliseconds since the epoch. */
  readonly at: number
  /** Present if the request came as a frame of a WebSocket. */
  readonly turn?: SocketTurn
}

/** A request that may be served, and what its service learns before an upstream is called. */
export interface AdmittedRequest {
  readonly client: ClientRequest
  readonly grant: Grant
  readonly notices: Notice[]
  onNotice: (notice: Notice) => void
  policy: Policy
  /** Id of the model as the client named it. */
  model?: string
  stream?: boolean
  /** Kind of output that the upstream is asked for. Absent: text. */
  capability?: Capability
  /** Name of the only channel that can serve the request: what the request refers to is kept there. */
  requiredChannel?: string
  /** Statuses by which the upstream reports a missing reference, and the recovery. They do not count as failures of the channel. */
  missingReference?: { readonly statuses: ReadonlySet<number>; readonly recover: (failure: Failure) => (() => void) | undefined }
  /** Tokens of what the upstream keeps for this request; an estimate of the request does not see them. */
  keptTokens?: number
  /** Puts a cached content in front of the request, for an upstream of `channel`. Such a request is always translated. */
  prependContext?: (request: GenerateRequest, channel: Channel | undefined) => GenerateRequest
  /** True if the answer's items go back to an upstream with a later request, and no upstream keeps them. */
  keepsItems?: boolean
  /** Keeps the response and knows the conversation that it belongs to. Absent: nothing is kept. */
  session?: ResponseSession
  /** Calls of upstreams so far. */
  attempts: number
  /** Calls that were paid for although their answers were thrown away. */
  attemptCosts?: readonly AttemptCost[]
}

export function openClientRequest(
  gateway: GatewayState,
  edge: FormatEdge,
  params: PathParams,
  incoming: IncomingMessage,
  endpoint: EndpointFacts | undefined,
  turn?: SocketTurn,
): ClientRequest {
  const id = gateway.newId('req_')
  return {
    gateway,
    incoming,
    edge,
    params,
    ...(endpoint && { endpoint }),
    id,
    requestId: requestIdOf(incoming.headers) ?? id,
    startedAt: performance.now(),
    at: Date.now(),
    ...(turn && { turn }),
  }
}

/** `notices` is the list of the request's reply: what is reported of the request stands in the reply's headers. */
export function openAdmittedRequest(client: ClientRequest, grant: Grant, notices: Notice[]): AdmittedRequest {
  return { client, grant, notices, onNotice: (notice) => void notices.push(notice), policy: defaultPolicy, attempts: 0 }
}

/**
 * Settings of a client that speaks its format as the vendor does. One object for all, since adapters remember facts about a dialect by its object.
 */
const plainDialect: JsonObject = {}

/** Context of one side of a request's translation. */
export function contextOf(admitted: AdmittedRequest, dialect: JsonObject = plainDialect, model?: ModelProfile): Context {
  const { client, policy, onNotice } = admitted
  const { newId, limits } = client.gateway
  return model === undefined
    ? { onNotice, newId, now: Date.now, limits, policy, dialect }
    : { onNotice, newId, now: Date.now, limits, policy, dialect, model }
}

/** Connects a request of Responses to kept conversations: puts the history in front, and keeps the answer. */
export interface ResponseSession {
  /** Id of the answer, for channels that keep no responses. */
  readonly id: string
  /** True if an answer of this channel is kept here, under `id`, and not by its upstream. */
  keepsFor(channel: Channel): boolean
  /** True if the request may go to this channel unchanged: it has no history here, and the upstream keeps the answer. */
  passesTo(channel: Channel): boolean
  /** Request for this channel: with the history in front, and without state that only the gateway knows. */
  prependHistory(request: GenerateRequest, channel: Channel): GenerateRequest
  /**
   * Sees each document of a translated answer before the client gets it, a stream's snapshots included, and writes fields about kept state into it.
   */
  see(document: JsonObject, channel: Channel): void
  /** Takes the id of an answer that passes unchanged, once it is known. */
  name(id: string, channel: Channel): void
}
