import type { IncomingMessage } from 'node:http'
import { answerHeaders } from '../answers/answer-headers.ts'
import { answerJson } from '../answers/answer-json.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { isLoopback } from '../is-loopback.ts'
import { authenticate } from '../keys/authenticate.ts'
import { metricsType, spellMetrics } from './metrics/spell-metrics.ts'
import { serveReadiness } from './serve-readiness.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Whether a request comes from this machine, and not through a proxy on it. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress } = socket
  if (remoteAddress === undefined || !isLoopback(remoteAddress.replace(/^::ffff:/, ''))) return false
  return forwarding.every((name) => headers[name] === undefined)
}

/** Everything that is counted, for callers on this machine, for all where the operator opened it, else for administrators. */
function serveMetrics(exchange: Exchange): void {
  if (exchange.gateway.openMetrics || isLocal(exchange.request)) return answer(exchange)
  authenticate(exchange, 'admin', () => answer(exchange))
}

function answer(exchange: Exchange): void {
  void guardAsync(exchange, async () => {
    const text = await spellMetrics(exchange.gateway)
    if (exchange.over) return
    exchange.response.writeHead(200, {
      ...answerHeaders(exchange),
      'content-type': metricsType,
      'content-length': Buffer.byteLength(text),
    })
    finishExchange(exchange, 'ok', () => exchange.response.end(text))
  })
}

const open = { method: 'GET', access: 'open', metered: false } as const

/** What operators and their machines ask. */
export const operationEndpoints: readonly Endpoint[] = [
  { ...open, path: '/healthz', operation: 'health', serve: (exchange) => answerJson(exchange, { status: 'ok' }) },
  { ...open, path: '/readyz', operation: 'health', serve: serveReadiness },
  { ...open, path: '/metrics', operation: 'metrics', serve: serveMetrics },
  { ...open, path: '/openapi.json', operation: 'description', serve: serveDescription },
]

/** The description of the service in OpenAPI 3.1. */
function serveDescription(exchange: Exchange): void {
  const text = exchange.gateway.description()
  exchange.response.writeHead(200, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishExchange(exchange, 'ok', () => exchange.response.end(text))
}
