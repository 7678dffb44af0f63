import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { answerFailure } from './answer-failure.ts'
import { answerHeaders } from './answer-headers.ts'
import type { Receiver } from '../upstreams/call-upstream.ts'
import { collectReply, type Reply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { faultOfError } from '../faults/fault-of-error.ts'
import { finishExchange } from './finish-exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { blame } from '../upstreams/blame.ts'

/** Bytes up to which a copy is cheaper than a second buffer in the write. */
const shortBody = 16_384

/** What the client gets for an upstream's document. */
export interface ClientDocument {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export type AnswerDocument = (reply: Reply) => ClientDocument | Fault

/** Gathers an upstream's document and answers with what `answer` makes of it. */
export function answerDocument(exchange: Exchange, target: Target, headers: IncomingHttpHeaders, answer: AnswerDocument): Receiver {
  return collectReply(exchange, headers, (reply) => {
    if ('failure' in reply) return fail(reply)
    let document: ClientDocument | Fault
    try {
      document = answer(reply)
    } catch (error) {
      return answerFailure(exchange, faultOfError(error))
    }
    if ('failure' in document) return fail(document)
    const { keep } = exchange
    if (keep === undefined) return write(document)
    void guardAsync(exchange, async () => {
      await keep()
      write(document)
    })
  })

  function fail(fault: Fault): void {
    if (!exchange.over) blame(target.channel, fault.failure)
    answerFailure(exchange, fault)
  }

  function write(document: ClientDocument): void {
    const { response } = exchange
    if (exchange.over) return
    const { body } = document
    const all: Record<string, string | number> = Object.assign(answerHeaders(exchange), document.headers)
    all['content-type'] = 'application/json'
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    all['content-length'] = length
    response.writeHead(200, all)
    finishExchange(exchange, 'ok', () => endWith(response, body, length))
  }
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
