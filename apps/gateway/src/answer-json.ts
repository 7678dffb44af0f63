import { answerHeaders } from './answer-headers.ts'
import type { Exchange } from './exchange.ts'
import { finishExchange } from './finish-exchange.ts'

/** A document of the gateway's own. */
export function answerJson(exchange: Exchange, body: unknown): void {
  const text = JSON.stringify(body)
  exchange.response.writeHead(200, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishExchange(exchange, 'ok', () => exchange.response.end(text))
}
