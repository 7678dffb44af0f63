import type { ServerResponse } from 'node:http'
import { answerHeaders } from './answer-headers.ts'
import { finishExchange } from './finish-exchange.ts'
import type { Exchange } from '../exchange.ts'

/** What the client gets for an upstream's document. */
export interface ClientDocument {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** What the record says of it, where it is not a good answer. */
  readonly outcome?: string
}

/** Bytes up to which a copy is cheaper than a second buffer in the write. */
const shortBody = 16_384

/** Answers with a good document; for nobody where the client has left or has its end. */
export function writeDocument(exchange: Exchange, document: ClientDocument): void {
  const { response } = exchange
  if (exchange.over) return
  const { body } = document
  const all: Record<string, string | number> = Object.assign(answerHeaders(exchange), document.headers)
  all['content-type'] = 'application/json'
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  all['content-length'] = length
  response.writeHead(200, all)
  finishExchange(exchange, document.outcome ?? 'ok', () => endWith(response, body, length))
}

/**
 * A short body as text goes out in one piece with its head; latin1 keeps every byte, and is the cheaper write. As many bytes as characters:
 * the text is ASCII, which both encodings write alike.
 */
function endWith(response: ServerResponse, body: string | Buffer, length: number): void {
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8')
  else if (body.length < shortBody) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}
