import { answerHeaders } from '../answers/answer-headers.ts'
import type { Exchange } from '../exchange.ts'
import { finishExchange } from '../answers/finish-exchange.ts'

/** The description of the service in OpenAPI 3.1. */
export function serveDescription(exchange: Exchange): void {
  const text = exchange.gateway.description()
  exchange.response.writeHead(200, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishExchange(exchange, 'ok', () => exchange.response.end(text))
}
