import { admitRequest } from '../requests/admit-request.ts'
import { answerDocument, type AnswerDocument } from '../answers/answer-document.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { answerStream, type StreamSource } from '../answers/answer-stream.ts'
import { callUpstream, type UpstreamRequest } from '../upstreams/call-upstream.ts'
import { checkThread } from '../requests/check-thread.ts'
import { clientContext } from '../requests/client-context.ts'
import { createPassedArray } from '../answers/create-passed-array.ts'
import { createPassedStream } from '../answers/create-passed-stream.ts'
import { createTranslatedStream } from '../answers/create-translated-stream.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Ask } from '../door.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { expectText } from '../limits/expect-text.ts'
import { whenReserved } from '../limits/reserve.ts'
import { fitPassed } from '../requests/fit-passed.ts'
import { framingOf } from '../answers/framing-of.ts'
import { evidenceOfPassed } from '../metering/evidence-of-passed.ts'
import { evidenceOfTranslated } from '../metering/evidence-of-translated.ts'
import type { Evidence } from '../metering/evidence.ts'
import { passDocument } from '../answers/pass-document.ts'
import { mayPass } from '../requests/may-pass.ts'
import { passes } from '../requests/passes.ts'
import { preparePassThrough } from '../requests/prepare-pass-through.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { prepareTranslation } from '../requests/prepare-translation.ts'
import { readMessage } from '../requests/read-message.ts'
import { refuseAnswer } from '../upstreams/refuse-answer.ts'
import { translateDocument } from '../answers/translate-document.ts'
import { createTries } from '../upstreams/create-tries.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { refuseCall } from '../upstreams/refuse-call.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'

/** What is to be done with an upstream's good answer. */
interface Plan {
  readonly request: UpstreamRequest
  readonly document: AnswerDocument
  readonly source: () => StreamSource
  readonly evidence: () => Evidence
}

/** Generation: from a checked body to the call whose receivers answer the client. */
export function serveGenerate(exchange: Exchange, parsed: ParsedBody): void {
  const admitted = admitRequest(exchange, parsed.body, 'generate')
  if (admitted === undefined) return
  const { ask, targets } = admitted
  const tries = (exchange.tries = createTries(exchange, targets, false, (target) => attempt(exchange, target, ask, parsed)))
  whenReserved(
    exchange,
    targets,
    () => expectText(parsed.body, parsed.bytes.length, exchange.gateway.room.reservation, exchange.keptTokens),
    () => tries.start(),
  )
}

function attempt(exchange: Exchange, target: Target, ask: Ask, parsed: ParsedBody): void {
  const refusal = applyChannelPolicy(exchange, target.channel) ?? checkThread(exchange.door, parsed.body, target.channel)
  // Another channel may be able to carry what this one cannot.
  if (refusal) return failAttempt(exchange, refusal, 'elsewhere')
  if (mayPass(exchange, target.channel) && passes(exchange.door, target.channel.door, parsed)) {
    const plan = passThrough(exchange, target, ask, parsed)
    return 'failure' in plan ? failAttempt(exchange, plan, 'elsewhere') : call(exchange, target, ask, plan)
  }
  prepareTranslation(exchange, target, ask, parsed.body, (translation) => {
    if ('failure' in translation) return failAttempt(exchange, translation, 'elsewhere')
    call(exchange, target, ask, {
      request: translation.request,
      document: (reply) => translateDocument(exchange, target, translation, reply),
      source: () => createTranslatedStream(exchange, target, translation),
      evidence: () => evidenceOfTranslated(exchange, target.model, translation.state.request, parsed),
    })
  })
}

function passThrough(exchange: Exchange, target: Target, { model, stream }: Ask, parsed: ParsedBody): Plan | Fault {
  const { door } = exchange
  // What a model takes is the door's to check, also where the bytes pass. Throws what is wrong.
  if (door.checksModel) door.adapter.parseRequest(readMessage(exchange, parsed.body), clientContext(exchange, model))
  const fitted = fitPassed(exchange, target, parsed)
  if ('failure' in fitted) return fitted
  return {
    request: preparePassThrough(exchange, target, fitted, door.adapter.http.path({ model: target.model, stream })),
    document: (reply) => passDocument(exchange, target, reply, door.answerKeys),
    source: () => (framingOf(exchange) === 'sse' ? createPassedStream(exchange, target, parsed.body) : createPassedArray(exchange)),
    evidence: () => evidenceOfPassed(exchange, model, parsed),
  }
}

function call(exchange: Exchange, target: Target, { stream }: Ask, { request, document, source, evidence }: Plan): void {
  callUpstream(
    exchange,
    target,
    request,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers)
      exchange.evidence = evidence()
      if (stream) return answerStream(exchange, target, headers, source())
      // It is being carried out: nobody else may do it once more.
      settleAttempt(exchange)
      return answerDocument(exchange, target, headers, document)
    },
    (error, sent) => refuseCall(exchange, target, error, sent),
  )
}
