import { isInterlinguaError } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFailure } from './answer-failure.ts'
import { answerJson } from './answer-json.ts'
import { authenticate } from './authenticate.ts'
import { openExchange, type Exchange } from './exchange.ts'
import type { Fault } from './fault.ts'
import { faultOfError } from './fault-of-error.ts'
import { finishExchange } from './finish-exchange.ts'
import type { GatewayState } from './gateway-state.ts'
import { parseBody } from './parse-body.ts'
import { readBody } from './read-body.ts'
import { route, type Service } from './route.ts'
import { serveCount } from './serve-count.ts'
import { serveGenerate } from './serve-generate.ts'
import { serveModel, serveModels } from './serve-models.ts'
import { serveTranslate } from './serve-translate.ts'

/** A request, from its first line to the service that answers it. Never throws. */
export function serveRequest(gateway: GatewayState, request: IncomingMessage, response: ServerResponse): void {
  const found = route(request.method ?? 'GET', request.url ?? '/', request.headers)
  const exchange = openExchange(gateway, found.door, found.found ? found.way : {}, request, response)
  gateway.running++
  response.on('close', () => leave(exchange))
  if (!found.found) return answerUnfound(exchange, found.allow)
  const { service, parameter } = found
  if (service === 'health') return answerJson(exchange, { status: 'ok' })
  if (service === 'root') return answerJson(exchange, { service: 'interlingua', models: '/v1/models' })
  const refusal = authenticate(request)
  if (refusal) return answerFailure(exchange, refusal)
  if (service === 'models') return void serveModels(exchange)
  if (service === 'model') return serveModel(exchange, parameter)
  readBody(request, gateway.bodyBytes, (bytes) => {
    try {
      serveBody(exchange, service, bytes)
    } catch (error) {
      if (!isInterlinguaError(error))
        gateway.log.write({ time: new Date().toISOString(), level: 'error', id: exchange.requestId, stack: stackOf(error) })
      answerFailure(exchange, faultOfError(error))
    }
  })
}

function serveBody(exchange: Exchange, service: Service, bytes: Buffer | Fault): void {
  if (!Buffer.isBuffer(bytes)) return answerFailure(exchange, bytes)
  const parsed = parseBody(bytes)
  if ('failure' in parsed) return answerFailure(exchange, parsed)
  if (service === 'count') serveCount(exchange, parsed)
  else if (service === 'translate') serveTranslate(exchange, parsed)
  else serveGenerate(exchange, parsed)
}

/** Where a bug of ours was. Not its message: that may quote content. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return `${error.name} ${(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('')}`
}

/** The answer is through, or the connection of the client is gone. Before the end of its answer that ends the upstream's work too. */
function leave(exchange: Exchange): void {
  const { gateway } = exchange
  gateway.running--
  if (gateway.draining) {
    // A connection whose answer began before the gateway was told to end has not been told to close.
    exchange.request.socket.end()
    if (gateway.running === 0) gateway.onDrained()
  }
  if (exchange.over) return
  finishExchange(exchange, 'cancelled')
  exchange.call?.abort(new Error('the client left'))
}

function answerUnfound(exchange: Exchange, allow: string | undefined): void {
  if (allow === undefined) {
    const failure = { code: 'not-found', message: 'There is nothing at this path.', retryable: false, status: 404 } as const
    return answerFailure(exchange, { failure })
  }
  const upgrade = exchange.request.headers.upgrade
  if (upgrade !== undefined) return answerFailure(exchange, noUpgrade)
  const message = `This path does not take ${exchange.request.method}; it takes ${allow}.`
  answerFailure(exchange, { failure: { code: 'invalid-request', message, retryable: false, status: 405 }, status: 405, headers: { allow } })
}

/** Codex asks for a WebSocket first, and falls back to POST upon this status at once. */
const noUpgrade: Fault = {
  failure: { code: 'invalid-request', message: 'There are no WebSockets here; send a POST.', retryable: false, status: 426 },
  status: 426,
  headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
}
