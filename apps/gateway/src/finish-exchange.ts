import type { Exchange } from './exchange.ts'

/** What logs write for a client that left before any answer. */
const clientLeft = 499

/**
 * Ends an exchange: `send` gives the client the rest of its answer, whose head is written, once the usage record is kept; then the one line
 * about it. Later calls do nothing. Without `send` the client is gone.
 */
export function finishExchange(exchange: Exchange, outcome: string, send?: () => void): void {
  if (exchange.over) return
  exchange.over = true
  const { meter } = exchange.gateway
  if (meter === undefined || exchange.key === undefined || exchange.endpoint?.metered !== true) return conclude(exchange, outcome, send)
  meter(exchange, outcome, () => conclude(exchange, outcome, send))
}

function conclude(exchange: Exchange, outcome: string, send: (() => void) | undefined): void {
  send?.()
  if (!exchange.gateway.log.on) return
  const { gateway, request, response, door, target, notices, usage } = exchange
  gateway.log.write({
    time: new Date().toISOString(),
    level: response.statusCode >= 500 ? 'error' : 'info',
    id: exchange.requestId,
    method: request.method,
    // The path alone: a query may hold a key.
    path: request.url?.split('?', 1)[0],
    status: outcome === 'cancelled' && !response.headersSent ? clientLeft : response.statusCode,
    outcome,
    millis: Math.round(performance.now() - exchange.startedAt),
    format: door.adapter.format,
    channel: target?.channel.name,
    upstream: target?.channel.door.adapter.format,
    model: target?.model,
    input: usage?.input,
    output: usage?.output,
    notices: notices.length === 0 ? undefined : [...new Set(notices.map(({ code }) => code))].slice(0, 16).join(' '),
  })
}
