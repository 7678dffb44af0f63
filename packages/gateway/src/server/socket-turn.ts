import type { Json, JsonObject } from '@interlingua/core'
import type { SocketLane } from '@interlingua/upstreams'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Items of a conversation that a connection remembers. */
export interface RememberedItems {
  readonly items: readonly Json[]
  /** Approximate size in characters. */
  readonly size: number
}

/** Response of a lane that the next request may go on from. */
export interface RememberedResponse extends RememberedItems {
  readonly id: string
}

/** Connection's part in a request that came as a frame of a WebSocket. */
export interface SocketTurn {
  /** Conversation that the request goes on from. Absent: it goes on from nothing, or from what is kept elsewhere. */
  readonly history?: RememberedItems
  /** WebSockets to upstreams that requests of the same lane share. */
  readonly upstream: () => SocketLane
  /** False: the request is checked, and nothing is generated. */
  readonly generates: boolean
  /** Takes the whole input of the request, the history included, once it is known; undefined where an upstream turns out to keep it. */
  readonly takeInput: (input: RememberedItems | undefined) => void
  /** Takes what removes from the answer's events that the gateway asked for, to go on from it, and the client did not. */
  readonly hideBy: (hide: (event: JsonObject) => JsonObject) => void
}

/** Serves a request that came as a frame. */
export type ServeTurn = (incoming: IncomingMessage, response: ServerResponse, turn: SocketTurn) => void
