import { answerHeaders } from '../answers/answer-headers.ts'
import type { Exchange } from '../exchange.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { authenticate } from '../keys/authenticate.ts'
import { isLocal } from './is-local.ts'
import { metricsType, spellMetrics } from './metrics/spell-metrics.ts'

/** Everything that is counted, for callers on this machine, for all where the operator opened it, else for administrators. */
export function serveMetrics(exchange: Exchange): void {
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
