import type { Exchange } from '../exchange.ts'
import { logExchange } from '../operation/log-exchange.ts'

/**
 * Ends an exchange: `send` gives the client the rest of its answer, whose head is written, once the usage record is kept; then the one line
 * about it. Later calls do nothing. Without `send` the client is gone.
 */
export function finishExchange(exchange: Exchange, outcome: string, send?: () => void): void {
  if (exchange.over) return
  exchange.over = true
  const { meter } = exchange.gateway
  if (exchange.key === undefined || exchange.endpoint?.metered !== true || exchange.unrecorded === true)
    return conclude(exchange, outcome, send)
  // Where the store is a file, this calls back once what else has come in was read. Answers that go out one after the other, not each in the
  // middle of the reading, cost the whole gateway a fifth less under load.
  meter.keep(exchange, outcome, () => conclude(exchange, outcome, send))
}

function conclude(exchange: Exchange, outcome: string, send: (() => void) | undefined): void {
  send?.()
  const { metrics, telemetry, log } = exchange.gateway
  metrics.count(exchange, outcome)
  telemetry?.close(exchange, outcome)
  if (log.on) logExchange(exchange, outcome)
}
