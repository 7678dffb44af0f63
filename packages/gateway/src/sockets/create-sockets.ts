import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import { gatewayFull } from '@interlingua/access'
import { LRUCache } from 'lru-cache'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { WebSocketServer } from 'ws'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import type { ServeTurn } from '../server/socket-turn.ts'
import { finishReply } from '../reply/write-reply.ts'
import { type Connection, type ConnectionHost, openConnection } from './open-connection.ts'

/** Open WebSockets of a process. */
export interface Sockets {
  /** Notes what came with the handshake of a request, which is then served as any other. */
  offer(request: IncomingMessage, transport: Duplex, head: Buffer): void
  /** Serves the path of the WebSockets: opens one, or tells what is wrong with the handshake. */
  accept(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void>
  /** Closes connections as soon as nothing runs on them, and takes no more requests. */
  drain(): void
  /** Ends all connections at once. */
  cut(): void
  readonly size: number
}

/** Characters of all conversations that connections remember. */
const mostRemembered = 256 * 1024 * 1024

/** Creates the WebSockets of a process. `state`: the state by the settings in force. */
export function createSockets(state: () => GatewayState, serve: ServeTurn): Sockets {
  const offers = new WeakMap<IncomingMessage, { readonly transport: Duplex; readonly head: Buffer }>()
  const open = new Set<Connection>()
  /** Lines of the answers to handshakes. */
  const lines = new WeakMap<IncomingMessage, string>()
  let made: { readonly bodyBytes: number; readonly server: WebSocketServer } | undefined
  let wheel: NodeJS.Timeout | undefined
  const host: ConnectionHost = {
    serve,
    newId: (prefix) => state().newId(prefix),
    conversations: new LRUCache({ maxSize: mostRemembered, sizeCalculation: ({ size }) => Math.max(size, 1) }),
    draining: () => state().lifecycle.draining,
    limits() {
      const { bodyBytes, bodyLimits, limits, sockets } = state()
      return { bodyBytes, bodyLimits, eventBytes: limits.eventBytes, lifetime: sockets.lifetime, characters: sockets.characters }
    },
  }

  /** Server of handshakes: one for the process, and another one once a configuration allows other frames. */
  async function serverFor(bodyBytes: number): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    if (made?.bodyBytes === bodyBytes) return made.server
    const server = new WebSocketServer({ noServer: true, clientTracking: false, autoPong: false, maxPayload: bodyBytes })
    server.on('headers', (headers, request) => {
      const line = lines.get(request)
      if (line !== undefined) headers.push(line)
    })
    made = { bodyBytes, server }
    return server
  }

  /** Starts the timer that looks after all connections: one for each would cost more than the connection. */
  function startWheel(): void {
    wheel ??= setInterval(() => {
      const now = performance.now()
      for (const connection of open) connection.tick(now)
    }, 1000).unref()
  }

  function stopWheel(): void {
    if (open.size > 0) return
    clearInterval(wheel)
    wheel = undefined
  }

  return {
    offer: (request, transport, head) => void offers.set(request, { transport, head }),
    async accept(admitted, reply) {
      const { gateway, incoming, edge, requestId } = admitted.client
      const offer = offers.get(incoming)
      if (offer === undefined) return upgradeRequired
      const refusal = refusalOf(incoming)
      if (refusal) return refusal
      const { total, perKey } = gateway.sockets
      if (open.size >= total) return gatewayFull
      const { key } = admitted.grant
      const giveBack = await gateway.limiter.places.take(`sockets:${key?.id ?? ''}`, perKey)
      if (giveBack === undefined) return tooMany(perKey)
      try {
        const server = await serverFor(gateway.bodyBytes)
        if (reply.ended || offer.transport.destroyed) return giveBack()
        lines.set(incoming, `${edge.client.headers.requestId}: ${requestId}`)
        // The library answers the handshake itself.
        const { transport, head } = offer
        const transportSocket = transport as Socket // HTTP over TCP has no other
        reply.response.detachSocket(transportSocket)
        server.handleUpgrade(incoming, transport, head, (socket) => {
          const connection = openConnection(socket, transportSocket, { url: incoming.url ?? '', headers: incoming.headers }, host, () => {
            open.delete(connection)
            giveBack()
            stopWheel()
          })
          open.add(connection)
          startWheel()
        })
        reply.response.statusCode = 101
        finishReply(reply, 'ok')
        // The connection is no running request.
        reply.response.emit('close')
      } catch (error) {
        giveBack()
        throw error
      }
    },
    drain() {
      for (const connection of open) connection.drain()
    },
    cut() {
      for (const connection of open) connection.cut()
    },
    get size() {
      return open.size
    },
  }
}

const keyOfHandshake = /^[+/0-9A-Za-z]{22}==$/

/** Failure for a handshake that the library would refuse in words of its own, or that only a foreign page would send. */
function refusalOf({ headers, url = '' }: IncomingMessage): FailureReply | undefined {
  if (headers['sec-websocket-version'] !== '13') return invalidRequest('Only version 13 of WebSockets is served (sec-websocket-version).')
  if (!keyOfHandshake.test(headers['sec-websocket-key'] ?? '')) return invalidRequest('The header sec-websocket-key is not valid.')
  if (headers.origin !== undefined && /[?&]key=/.test(url)) return foreignPage
  return undefined
}

const foreignPage: FailureReply = {
  failure: { code: 'permission', message: 'A web page may not send the key in the address.', retryable: false, status: 403 },
}

/** Failure for a client that should use HTTP. Codex does so for its whole run upon this status alone. */
export const upgradeRequired: FailureReply = {
  failure: {
    code: 'invalid-request',
    message: 'This path is a WebSocket. Without one, POST /v1/responses answers the same requests.',
    retryable: false,
    status: 426,
  },
  status: 426,
  headers: { upgrade: 'websocket' },
}

function tooMany(most: number): FailureReply {
  const message = `This API key has ${most} open WebSockets: close one of them.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: 1000 }, limit: 'streams' }
}
