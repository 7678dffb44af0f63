import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { finishReply } from '../reply/write-reply.ts'
import { type FailureReply, invalidRequest, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import { type ClientRequest, openAdmittedRequest, openClientRequest } from '../server/client-request.ts'
import { admitByLimits, authenticate, gatewayFull, type Grant } from '@interlingua/access'
import type { Router } from './create-router.ts'
import { type Endpoint, openReply, type Parameters, type Reply } from '../server/reply.ts'
import { guard } from '../reply/guard.ts'
import type { Lifecycle } from '../server/running-requests.ts'
import type { SocketTurn } from '../server/socket-turn.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import { endStalled, slowRequest } from '../server/limits.ts'
import { releaseHeld } from '../reply/admit-stream.ts'
import { beginRecording } from '../reply/begin-recording.ts'
import { describeUnfound } from './unknown-path.ts'
import { defaultPolicy, isJsonObject } from '@interlingua/core'
import type { Socket } from 'node:net'
import { answerFailure } from '../reply/answer-failure.ts'
import type { FormatEdge } from '@interlingua/core/edge'

/** Guard that sees each request before its key is checked; a failure that it gives answers the request. */
export type Middleware = (request: ClientRequest) => ServeResult

/** Values of a server that its requests share. */
interface Serving {
  readonly lifecycle: Lifecycle<Reply>
  readonly route: Router
  readonly middleware: readonly Middleware[]
}

/** Serves a request, from its first line to its service. `turn`: the request came as a frame of a WebSocket. Never throws. */
export function serveRequest(
  gateway: GatewayState,
  { lifecycle, route, middleware }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  turn?: SocketTurn,
): void {
  // Proxies may send the whole address: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  if (request.url?.startsWith('http') === true) request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/, '/')
  const found = route(request.method ?? 'GET', request.url ?? '/', request.headers)
  // The path in this service's spelling is used from here on.
  if (found.url !== undefined) request.url = found.url
  const endpoint = found.found ? endpointFor(found.endpoint, turn) : undefined
  const client = openClientRequest(gateway, found.edge, found.found ? found.params : {}, request, endpoint, turn)
  const reply = openReply(client, response)
  lifecycle.requests.add(reply)
  response.on('close', () => leave(reply, lifecycle))
  response.on('timeout', () => endStalled(response))
  gateway.observer.open(client)
  guard(reply, () => {
    if (hasSeveralHosts(request)) return severalHosts
    if (!found.found || endpoint === undefined) return found.found ? undefined : describeUnfound(request, found)
    const { parameters } = found
    if (middleware.length === 0) return admit(reply, lifecycle, endpoint, parameters)
    return pass(reply, middleware, () => admit(reply, lifecycle, endpoint, parameters))
  })
}

/** Endpoint of a request: one that generates nothing takes nothing of the key's rates. */
function endpointFor(endpoint: Endpoint, turn: SocketTurn | undefined): Endpoint {
  return turn?.generates === false ? { ...endpoint, metered: false } : endpoint
}

/** Runs the middleware, then the next step. */
function pass(reply: Reply, [step, ...others]: readonly Middleware[], next: () => ServeResult): ServeResult {
  if (step === undefined) return next()
  const served = step(reply.client)
  const goOn = (failure: FailureReply | void): ServeResult => failure ?? (reply.ended ? undefined : pass(reply, others, next))
  return served instanceof Promise ? served.then(goOn) : goOn(served)
}

/** Authenticates and admits a request, then serves it. Each step goes on at once if it need not wait. */
function admit(reply: Reply, lifecycle: Lifecycle<Reply>, endpoint: Endpoint, parameters: Parameters): ServeResult {
  const { client } = reply
  const { access } = endpoint
  if (access === 'open') return serve(reply, {}, endpoint, parameters)
  if (lifecycle.requests.size > client.gateway.capacity.requests && access !== 'admin') return gatewayFull
  return proceed(reply, authenticate(client, access), (grant) => {
    // Refusals tell the rates too.
    reply.admitted = openAdmittedRequest(client, grant, reply.notices)
    const { recorder } = client.gateway
    if (recorder?.on === true) beginRecording(reply, recorder)
    return proceed(reply, admitByLimits(client, grant, endpoint), () => serve(reply, grant, endpoint, parameters))
  })
}

/** Runs the service. A client that sent `Expect: 100-continue` is asked for its body only here, so a client without a key never is. */
function serve(reply: Reply, grant: Grant, endpoint: Endpoint, parameters: Parameters): ServeResult {
  const { client, response } = reply
  const { incoming } = client
  if (incoming.headers.expect !== undefined && incoming.httpVersion === '1.1') response.writeContinue()
  return endpoint.serve((reply.admitted ??= openAdmittedRequest(client, grant, reply.notices)), reply, parameters)
}

/** Releases a request whose answer has ended or whose client has left; the latter ends the upstream's work too. */
function leave(reply: Reply, lifecycle: Lifecycle<Reply>): void {
  lifecycle.requests.delete(reply)
  if (lifecycle.draining) {
    // This answer began before the drain, so its head did not tell the client to close. A WebSocket closes itself.
    if (reply.client.turn === undefined) reply.client.incoming.socket.end()
    if (lifecycle.requests.size === 0) lifecycle.onDrained()
  }
  if (!reply.ended) {
    finishReply(reply, reply.complete === true ? 'ok' : 'cancelled')
    reply.attempt?.call?.abort(new Error('the client left'))
  }
  releaseHeld(reply)
}

/** True for two Host headers: a proxy before the gateway may have read the other one. https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const severalHosts: FailureReply = {
  failure: { code: 'invalid-request', message: 'The request has more than one Host header.', retryable: false, status: 400 },
  status: 400,
  close: true,
}

/** Error of a connection that Node's HTTP server gives up; `rawPacket` has the bytes that it read last. */
interface ClientError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/**
 * Answers a connection with an invalid request, a late one, or too many headers, and ends it. The dialect is that of the running request, else of the
 * path if that was read.
 */
export function answerClientError(
  gateway: GatewayState,
  route: Router,
  requests: Iterable<Reply>,
  error: ClientError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failureReply = failureOf(error)
  const running = [...requests].find(({ client }) => client.incoming.socket === socket)
  if (running === undefined)
    return void socket.end(encodeAnswer(gateway, edgeOf(route, error.rawPacket), failureReply), () => socket.destroy())
  if (running.response.headersSent) return void socket.destroy()
  answerFailure(running, failureReply)
}

function failureOf({ code }: ClientError): FailureReply {
  if (code === 'HPE_HEADER_OVERFLOW') return tooManyHeaders
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return slowRequest
  return { ...invalidRequest('This is no HTTP request.'), close: true }
}

const tooManyHeaders: FailureReply = {
  failure: { code: 'too-large', message: 'The request line and the headers are too large.', retryable: false, status: 431 },
  status: 431,
  close: true,
}

/** Format of the path, if the last bytes begin with the request line. */
function edgeOf(route: Router, packet: Buffer = Buffer.alloc(0)): FormatEdge {
  const text = packet.toString('latin1')
  const path = /^[A-Z]+ (\/[^ ?]*)/.exec(text)?.[1] ?? '/'
  const signs: Record<string, string> = {}
  for (const name of ['anthropic-version', 'x-goog-api-key']) if (new RegExp(`^${name}:`, 'im').test(text)) signs[name] = ''
  return route('POST', path, signs).edge
}

function encodeAnswer(gateway: GatewayState, edge: FormatEdge, failureReply: FailureReply): string {
  const { newId, limits } = gateway
  const requestId = newId('req_')
  const context = { onNotice: () => {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: {} }
  const { body } = edge.adapter.encodeFailure({ ...failureReply.failure, requestId }, context)
  const status = failureReply.status ?? 400
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
