import { answerHeaders } from './answer-headers.ts'
import type { Exchange } from '../exchange.ts'
import { finishExchange } from './finish-exchange.ts'

/** A document of the gateway's own; for nobody where the client has left or has its end. */
export function answerJson(exchange: Exchange, body: unknown, status = 200): void {
  if (exchange.over) return
  const text = JSON.stringify(body)
  exchange.response.writeHead(status, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishExchange(exchange, status < 400 ? 'ok' : 'failed', () => exchange.response.end(text))
}
