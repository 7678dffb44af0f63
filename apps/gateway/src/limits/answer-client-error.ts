import { defaultPolicy, isJsonObject } from '@interlingua/core'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { answerFailure } from '../answers/answer-failure.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { Router } from '../create-router.ts'
import type { GatewayState } from '../gateway-state.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { slowRequest } from './slow-request.ts'

/** What Node's HTTP server says of a connection that it gives up; `rawPacket` is what it read last. */
export interface ClientError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/**
 * Answers what is no HTTP request, or not in time, or with more headers than are taken: in the dialect of the running request, else of the
 * path, as far as that was read. The connection ends.
 */
export function answerClientError(
  gateway: GatewayState,
  route: Router,
  exchanges: Iterable<Exchange>,
  error: ClientError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const fault = faultOf(error)
  const running = [...exchanges].find(({ request }) => request.socket === socket)
  if (running === undefined) return void socket.end(spell(gateway, edgeOf(route, error.rawPacket), fault), () => socket.destroy())
  if (running.response.headersSent) return void socket.destroy()
  answerFailure(running, fault)
}

function faultOf({ code }: ClientError): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') return tooManyHeaders
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return slowRequest
  return { ...invalidRequest('This is no HTTP request.'), close: true }
}

const tooManyHeaders: Fault = {
  failure: { code: 'too-large', message: 'The request line and the headers are too large.', retryable: false, status: 431 },
  status: 431,
  close: true,
}

/** The format of the path, where what was read last begins with the request line. */
function edgeOf(route: Router, packet: Buffer = Buffer.alloc(0)): FormatEdge {
  const text = packet.toString('latin1')
  const path = /^[A-Z]+ (\/[^ ?]*)/.exec(text)?.[1] ?? '/'
  const signs: Record<string, string> = {}
  for (const name of ['anthropic-version', 'x-goog-api-key']) if (new RegExp(`^${name}:`, 'im').test(text)) signs[name] = ''
  return route('POST', path, signs).edge
}

function spell(gateway: GatewayState, edge: FormatEdge, fault: Fault): string {
  const { newId, limits } = gateway
  const requestId = newId('req_')
  const context = { onNotice: () => {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: {} }
  const { body } = edge.adapter.encodeFailure({ ...fault.failure, requestId }, context)
  const status = fault.status ?? 400
  const text = JSON.stringify(edge.client.errorBody && isJsonObject(body) ? edge.client.errorBody(body, status) : body)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `${edge.client.headers.requestId}: ${requestId}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${text}`
}
