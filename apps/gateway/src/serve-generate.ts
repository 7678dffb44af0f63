import type { JsonObject } from '@interlingua/core'
import { answerDocument } from './answer-document.ts'
import { answerFailure } from './answer-failure.ts'
import { answerStream } from './answer-stream.ts'
import { callUpstream, type UpstreamRequest } from './call-upstream.ts'
import { checkBody } from './check-body.ts'
import { checkThread } from './check-thread.ts'
import { createPassedStream } from './create-passed-stream.ts'
import { createTranslatedStream } from './create-translated-stream.ts'
import type { Target } from './create-resolver.ts'
import type { Exchange } from './exchange.ts'
import { failureOfSocket } from './failure-of-socket.ts'
import { passDocument } from './pass-document.ts'
import { preparePassThrough } from './prepare-pass-through.ts'
import type { ParsedBody } from './parse-body.ts'
import { prepareTranslation } from './prepare-translation.ts'
import { readPolicy } from './read-policy.ts'
import { refuseAnswer } from './refuse-answer.ts'
import { translateDocument } from './translate-document.ts'
import { unknownModel } from './unknown-model.ts'
import type { AnswerDocument } from './answer-document.ts'
import type { StreamSource } from './answer-stream.ts'

/** What is to be done with an upstream's good answer. */
interface Plan {
  readonly request: UpstreamRequest
  readonly document: AnswerDocument
  readonly source: () => StreamSource
}

/** Generation: from a checked body to the call whose receivers answer the client. */
export function serveGenerate(exchange: Exchange, parsed: ParsedBody): void {
  const { body } = parsed
  const asked = checkBody(body)
  if ('failure' in asked) return answerFailure(exchange, asked)
  const fault = exchange.door.checkRules(exchange.request.headers, body, 'generate')
  if (fault) return answerFailure(exchange, fault)
  const target = exchange.gateway.resolve(asked.model)
  if (target === undefined) return answerFailure(exchange, unknownModel(asked.model))
  exchange.target = target
  const policy = readPolicy(exchange.request.headers, target.channel.policy)
  if ('failure' in policy) return answerFailure(exchange, policy)
  exchange.policy = policy.policy
  const refusal = checkThread(body, target.channel)
  if (refusal) return answerFailure(exchange, refusal)

  const plan =
    target.channel.door === exchange.door ? passThrough(exchange, target, parsed, asked.stream) : translate(exchange, target, body)
  if ('failure' in plan) return answerFailure(exchange, plan)
  const { document, source } = plan
  callUpstream(
    exchange,
    target,
    plan.request,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers)
      return asked.stream ? answerStream(exchange, target, headers, source()) : answerDocument(exchange, headers, document)
    },
    (error) => answerFailure(exchange, { failure: failureOfSocket(error) }),
  )
}

function passThrough(exchange: Exchange, target: Target, parsed: ParsedBody, stream: boolean): Plan {
  const request = preparePassThrough(exchange, target, parsed, exchange.door.adapter.http.path({ model: target.model, stream }))
  return {
    request,
    document: (reply) => passDocument(exchange, target, reply, exchange.door.answerKey),
    source: () => createPassedStream(exchange, parsed.body),
  }
}

function translate(exchange: Exchange, target: Target, body: JsonObject): Plan | ReturnType<typeof unknownModel> {
  const translation = prepareTranslation(exchange, target, body)
  if ('failure' in translation) return translation
  return {
    request: translation.request,
    document: (reply) => translateDocument(exchange, target, translation, reply),
    source: () => createTranslatedStream(exchange, target, translation),
  }
}
