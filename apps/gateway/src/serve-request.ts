import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFailure } from './answers/answer-failure.ts'
import type { Router } from './create-router.ts'
import type { Endpoint, Parameters } from './endpoint.ts'
import { openExchange, type Exchange } from './exchange.ts'
import type { Fault } from './faults/fault.ts'
import { finishExchange } from './answers/finish-exchange.ts'
import type { GatewayState } from './gateway-state.ts'
import { guard } from './faults/guard.ts'
import { authenticate } from './keys/authenticate.ts'
import { admitByLimits } from './limits/admit-by-limits.ts'
import { endStalled } from './limits/end-stalled.ts'
import { gatewayFull } from './limits/gateway-full.ts'
import { releaseHeld } from './limits/release-held.ts'
import { answerUnfound } from './paths/answer-unfound.ts'

/** A request, from its first line to the service that answers it. Never throws. */
export function serveRequest(gateway: GatewayState, route: Router, request: IncomingMessage, response: ServerResponse): void {
  // Proxies may send the whole address: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  if (request.url?.startsWith('http') === true) request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/, '/')
  const found = route(request.method ?? 'GET', request.url ?? '/', request.headers)
  // From here on it is the path that was meant.
  if (found.url !== undefined) request.url = found.url
  const exchange = openExchange(gateway, found.edge, found.found ? found.params : {}, request, response)
  gateway.life.exchanges.add(exchange)
  response.on('close', () => leave(exchange))
  response.on('timeout', () => endStalled(response))
  if (found.found) exchange.endpoint = found.endpoint
  gateway.telemetry?.open(exchange)
  if (hasSeveralHosts(request)) return answerFailure(exchange, severalHosts)
  if (!found.found) return answerUnfound(exchange, found)
  const { endpoint, parameters } = found
  guard(exchange, () => admit(exchange, endpoint, parameters))
}

/** Who asks, whether they may, whether they may now; then the service. Each step goes on at once where it need not wait. */
function admit(exchange: Exchange, endpoint: Endpoint, parameters: Parameters): void {
  const { access } = endpoint
  if (access === 'open') return serve(exchange, endpoint, parameters)
  const { life, capacity } = exchange.gateway
  if (life.exchanges.size > capacity.requests && access !== 'admin') {
    exchange.refusedBy = 'room'
    return answerFailure(exchange, gatewayFull)
  }
  authenticate(exchange, access, () =>
    admitByLimits(exchange, endpoint, () => guard(exchange, () => serve(exchange, endpoint, parameters))),
  )
}

/** The service. A client that asked whether its body is wanted (`Expect: 100-continue`) hears so no earlier, and no stranger ever does. */
function serve(exchange: Exchange, endpoint: Endpoint, parameters: Parameters): void {
  const { request, response } = exchange
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
  endpoint.serve(exchange, parameters)
}

/** The answer is through, or the connection of the client is gone. Before the end of its answer that ends the upstream's work too. */
function leave(exchange: Exchange): void {
  const { life } = exchange.gateway
  life.exchanges.delete(exchange)
  if (life.draining) {
    // A connection whose answer began before the gateway was told to end has not been told to close.
    exchange.request.socket.end()
    if (life.exchanges.size === 0) life.onDrained()
  }
  if (!exchange.over) {
    finishExchange(exchange, exchange.complete === true ? 'ok' : 'cancelled')
    exchange.call?.abort(new Error('the client left'))
  }
  releaseHeld(exchange)
}

/** Two names of one server: whatever stands before the gateway may have gone by the other one. https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const severalHosts: Fault = {
  failure: { code: 'invalid-request', message: 'The request has more than one Host header.', retryable: false, status: 400 },
  status: 400,
  close: true,
}
