import { answerHeaders } from './answer-headers.ts'
import type { Exchange } from './exchange.ts'
import { finishExchange } from './finish-exchange.ts'

/** A document of the gateway's own. */
export function answerJson(exchange: Exchange, body: unknown, status = 200): void {
  const text = JSON.stringify(body)
  exchange.response.writeHead(status, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishExchange(exchange, status < 400 ? 'ok' : 'failed', () => exchange.response.end(text))
}
