import type { IncomingHttpHeaders } from 'node:http'
import { answerFailure } from './answer-failure.ts'
import type { Receiver } from '../upstreams/call-upstream.ts'
import { collectReply, type Reply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { keepAnswer } from '../conversations/keep-answer.ts'
import { wordUnkept } from '../conversations/word-unkept.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { refuseError } from '../faults/refuse-error.ts'
import { redactAnswer } from './redact-answer.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import { writeDocument, type ClientDocument } from './write-document.ts'

export type AnswerDocument = (reply: Reply) => ClientDocument | Fault

/** Gathers an upstream's document and answers with what `answer` makes of it. */
export function answerDocument(exchange: Exchange, target: Target, headers: IncomingHttpHeaders, answer: AnswerDocument): Receiver {
  return collectReply(exchange, headers, (reply) => {
    if ('failure' in reply) return fail(reply)
    let document: ClientDocument | Fault
    try {
      document = answer(redactReply(reply))
    } catch (error) {
      return refuseError(exchange, error)
    }
    if ('failure' in document) return fail(document)
    const { keep } = exchange
    if (keep === undefined) return writeDocument(exchange, document)
    void guardAsync(exchange, async () => {
      const kept = await keepAnswer(exchange, keep)
      const { body } = document
      writeDocument(exchange, kept || typeof body !== 'string' ? document : { ...document, body: wordUnkept(body) })
    })
  })

  /** Nothing that is made of it, or kept, has a credential in it then. */
  function redactReply(reply: Reply): Reply {
    const redacted = redactAnswer(reply.bytes, target.channel.secrets)
    return redacted === reply.bytes ? reply : { ...reply, bytes: Buffer.from(redacted) }
  }

  function fail(fault: Fault): void {
    if (!exchange.over) recordFailure(target.channel, fault.failure)
    answerFailure(exchange, fault)
  }
}
