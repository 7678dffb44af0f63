import { pipeline, Readable } from 'node:stream'
import type { Exchange } from '../exchange.ts'
import { answerHeaders } from './answer-headers.ts'
import { finishExchange } from './finish-exchange.ts'

/** Answers with a good document that is too long to be held as text: its pieces are made as the client takes them. */
export function writePieces(exchange: Exchange, headers: Readonly<Record<string, string>>, pieces: Iterable<string>): void {
  const { response } = exchange
  if (exchange.over) return
  response.writeHead(200, { ...answerHeaders(exchange), ...headers, 'content-type': 'application/json' })
  finishExchange(exchange, 'ok', () => {
    // A client that leaves ends the making.
    pipeline(Readable.from(pieces), response, () => {})
  })
}
