import { admitRequest } from './admit-request.ts'
import { answerDocument, type AnswerDocument } from './answer-document.ts'
import { answerFailure } from './answer-failure.ts'
import { answerStream, type StreamSource } from './answer-stream.ts'
import { callUpstream, type UpstreamRequest } from './call-upstream.ts'
import { checkThread } from './check-thread.ts'
import { clientContext } from './client-context.ts'
import { createPassedArray } from './create-passed-array.ts'
import { createPassedStream } from './create-passed-stream.ts'
import { createTranslatedStream } from './create-translated-stream.ts'
import type { Target } from './create-resolver.ts'
import type { Ask } from './door.ts'
import type { Exchange } from './exchange.ts'
import { failureOfSocket } from './failure-of-socket.ts'
import { framingOf } from './framing-of.ts'
import { passDocument } from './pass-document.ts'
import { passes } from './passes.ts'
import { preparePassThrough } from './prepare-pass-through.ts'
import type { ParsedBody } from './parse-body.ts'
import { prepareTranslation } from './prepare-translation.ts'
import { readMessage } from './read-message.ts'
import { refuseAnswer } from './refuse-answer.ts'
import { translateDocument } from './translate-document.ts'

/** What is to be done with an upstream's good answer. */
interface Plan {
  readonly request: UpstreamRequest
  readonly document: AnswerDocument
  readonly source: () => StreamSource
}

/** Generation: from a checked body to the call whose receivers answer the client. */
export function serveGenerate(exchange: Exchange, parsed: ParsedBody): void {
  const admitted = admitRequest(exchange, parsed.body, 'generate')
  if (admitted === undefined) return
  const { ask, target } = admitted
  const refusal = checkThread(exchange.door, parsed.body, target.channel)
  if (refusal) return answerFailure(exchange, refusal)
  if (exchange.recall === undefined && passes(exchange.door, target.channel.door, parsed))
    return call(exchange, target, ask, passThrough(exchange, target, ask, parsed))
  prepareTranslation(exchange, target, ask, parsed.body, (translation) => {
    if ('failure' in translation) return answerFailure(exchange, translation)
    call(exchange, target, ask, {
      request: translation.request,
      document: (reply) => translateDocument(exchange, target, translation, reply),
      source: () => createTranslatedStream(exchange, target, translation),
    })
  })
}

function passThrough(exchange: Exchange, target: Target, { model, stream }: Ask, parsed: ParsedBody): Plan {
  const { door } = exchange
  // What a model takes is the door's to check, also where the bytes pass. Throws what is wrong.
  if (door.checksModel) door.adapter.parseRequest(readMessage(exchange, parsed.body), clientContext(exchange, model))
  return {
    request: preparePassThrough(exchange, target, parsed, door.adapter.http.path({ model: target.model, stream })),
    document: (reply) => passDocument(exchange, target, reply, door.answerKeys),
    source: () =>
      framingOf(exchange) === 'sse' ? createPassedStream(exchange, target, parsed.body) : createPassedArray(exchange, parsed.body),
  }
}

function call(exchange: Exchange, target: Target, { stream }: Ask, { request, document, source }: Plan): void {
  callUpstream(
    exchange,
    target,
    request,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers)
      return stream ? answerStream(exchange, target, headers, source()) : answerDocument(exchange, headers, document)
    },
    (error) => answerFailure(exchange, { failure: failureOfSocket(error) }),
  )
}
