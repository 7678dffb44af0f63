import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SocketTurn } from './socket-turn.ts'

/** Serves a request that came as a frame. */
export type ServeTurn = (incoming: IncomingMessage, response: ServerResponse, turn: SocketTurn) => void

/** Limits of WebSockets. */
export interface SocketSettings {
  readonly enabled: boolean
  /** Milliseconds after which a connection takes no more requests. */
  readonly lifetime: number
  /** Largest number of connections of one key. */
  readonly perKey: number
  /** Largest number of connections of this process. */
  readonly total: number
}
