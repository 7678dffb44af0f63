import { defaultPolicy, type Context, type JsonObject, type ModelProfile, type Notice, type Policy } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Target } from './create-resolver.ts'
import type { Door, Way } from './door.ts'
import type { GatewayState } from './gateway-state.ts'

/** One request of a client and all that became of it. Mutable: the pipeline fills it in, step by step. */
export interface Exchange {
  readonly gateway: GatewayState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly door: Door
  readonly way: Way
  readonly requestId: string
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number
  readonly notices: Notice[]
  readonly onNotice: (notice: Notice) => void
  target?: Target
  policy: Policy
  /** The running call of the upstream, to pause and to end it. */
  call?: Dispatcher.DispatchController
  /** The client has got all that it will get, or has left. */
  over: boolean
  /** For the log. */
  outcome?: string
  usage?: { readonly input?: number | undefined; readonly output?: number | undefined }
}

export function openExchange(gateway: GatewayState, door: Door, way: Way, request: IncomingMessage, response: ServerResponse): Exchange {
  const notices: Notice[] = []
  return {
    gateway,
    request,
    response,
    door,
    way,
    requestId: gateway.newId('req_'),
    startedAt: performance.now(),
    notices,
    onNotice: (notice) => void notices.push(notice),
    policy: defaultPolicy,
    over: false,
  }
}

/** The context of one side of this exchange's translation. */
export function contextOf(exchange: Exchange, dialect: JsonObject, model?: ModelProfile): Context {
  const { gateway, policy, onNotice } = exchange
  const { newId, limits } = gateway
  return model === undefined
    ? { onNotice, newId, now: Date.now, limits, policy, dialect }
    : { onNotice, newId, now: Date.now, limits, policy, dialect, model }
}
