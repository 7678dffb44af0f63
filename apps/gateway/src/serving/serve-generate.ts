import type { Failure, GenerateRequest } from '@interlingua/core'
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
import type { RequestHead } from '@interlingua/core/edge'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { expectText } from '../limits/expect-text.ts'
import { whenReserved } from '../limits/reserve.ts'
import { fitPassed } from '../requests/fit-passed.ts'
import { framingOf } from '../answers/framing-of.ts'
import { evidenceOfPassed } from '../metering/evidence-of-passed.ts'
import { evidenceOfTranslated } from '../metering/evidence-of-translated.ts'
import type { Evidence } from '../metering/evidence.ts'
import { answerName } from '../answers/name-answer.ts'
import { nameStream } from '../answers/name-stream.ts'
import { passDocument } from '../answers/pass-document.ts'
import { mayPass } from '../requests/may-pass.ts'
import { passes } from '../requests/passes.ts'
import { fitLearned, learnRefusal } from '../refusals/fit-learned.ts'
import { preparePassThrough } from '../requests/prepare-pass-through.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { prepareTranslation } from '../requests/prepare-translation.ts'
import { readMessage } from '../requests/read-message.ts'
import { refuseAnswer, type PlaceRefusal } from '../upstreams/refuse-answer.ts'
import { translateDocument } from '../answers/translate-document.ts'
import { createFailover } from '../upstreams/create-failover.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { refuseCall } from '../upstreams/refuse-call.ts'
import { suitsChosen } from '../requests/suits-chosen.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'

/** What is to be done with an upstream's good answer. */
interface Plan {
  readonly request: UpstreamRequest
  readonly document: AnswerDocument
  readonly source: () => StreamSource
  readonly evidence: () => Evidence
  /** A refusal by the upstream, at the caller's own field. */
  readonly placed?: PlaceRefusal
  /** The request in no format's spelling, where it was translated. */
  readonly asked?: GenerateRequest
  /** What the upstream refuses and only tunes the answer may be left out. */
  readonly learns: boolean
}

/** Generation: from a checked body to the call whose receivers answer the client. */
export function serveGenerate(exchange: Exchange, parsed: ParsedBody): void {
  const admitted = admitRequest(exchange, parsed.body, 'generate')
  if (admitted === undefined) return
  const { ask, targets } = admitted
  const failover = (exchange.failover = createFailover(exchange, targets, false, (target) => attempt(exchange, target, ask, parsed)))
  whenReserved(
    exchange,
    targets,
    () => expectText(parsed.body, parsed.bytes.length, exchange.gateway.capacity.reservation, exchange.keptTokens),
    () => failover.start(),
  )
}

function attempt(exchange: Exchange, target: Target, ask: RequestHead, parsed: ParsedBody): void {
  const refusal = applyChannelPolicy(exchange, target.channel) ?? checkThread(exchange.edge, parsed.body, target.channel)
  // Another channel may be able to carry what this one cannot.
  if (refusal) return failAttempt(exchange, refusal, 'next-channel')
  const passing = mayPass(exchange, target.channel) && passes(exchange.edge, target.channel.edge, parsed)
  if (passing && suitsChosen(exchange, target, ask, parsed.body)) {
    const plan = passThrough(exchange, target, ask, parsed)
    return 'failure' in plan ? failAttempt(exchange, plan, 'next-channel') : call(exchange, target, ask, plan)
  }
  prepareTranslation(exchange, target, ask, parsed.body, (translation) => {
    if ('failure' in translation) return failAttempt(exchange, translation, 'next-channel')
    call(exchange, target, ask, {
      request: translation.request,
      document: (reply) => translateDocument(exchange, target, translation, reply),
      source: () => createTranslatedStream(exchange, target, translation),
      evidence: () => evidenceOfTranslated(exchange, target.model, translation.state.request, parsed),
      placed: translation.placed,
      asked: translation.state.request,
      learns: true,
    })
  })
}

function passThrough(exchange: Exchange, target: Target, { model, stream }: RequestHead, parsed: ParsedBody): Plan | Fault {
  const { edge } = exchange
  // What a model takes is the format's to check, also where the bytes pass. Throws what is wrong.
  if (edge.client.checksModel) edge.adapter.parseRequest(readMessage(exchange, parsed.body), clientContext(exchange, model))
  const fitted = fitPassed(exchange, target, parsed)
  if ('failure' in fitted) return fitted
  return {
    request: preparePassThrough(exchange, target, fitted, edge.adapter.http.path({ model: target.model, stream })),
    document: (reply) => passDocument(exchange, target, reply, edge.upstream.answerKeys.generate),
    source: () => passedSource(exchange, target, parsed),
    evidence: () => evidenceOfPassed(exchange, model, parsed),
    // A model that the caller named refuses by itself; of one that was chosen here the caller knows nothing.
    learns: target.renamed,
  }
}

function passedSource(exchange: Exchange, target: Target, parsed: ParsedBody): StreamSource {
  const name = answerName(exchange, target)
  if (framingOf(exchange) !== 'sse') return createPassedArray(exchange, name)
  const source = createPassedStream(exchange, target, parsed.body)
  return name === undefined ? source : nameStream(source, exchange.edge.upstream.modelAt.event, name)
}

/** `learned`: the request goes out for the second time, without what was refused. */
function call(exchange: Exchange, target: Target, ask: RequestHead, plan: Plan, learned = false): void {
  const { stream } = ask
  const { document, source, evidence, placed, asked, learns } = plan
  const request = learns && !learned ? fitLearned(exchange, target, plan.request, asked) : plan.request
  const again = (status: number, failure: Failure): (() => void) | undefined => {
    if (!learns || learned) return undefined
    const fitted = learnRefusal(exchange, target, request, { status, failure }, asked)
    return fitted && (() => call(exchange, target, ask, { ...plan, request: fitted }, true))
  }
  callUpstream(
    exchange,
    target,
    request,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers, placed, (failure) => again(status, failure))
      exchange.evidence = evidence()
      if (stream) return answerStream(exchange, target, headers, source())
      // It is being carried out: nobody else may do it once more.
      settleAttempt(exchange)
      return answerDocument(exchange, target, headers, document)
    },
    (error, sent) => refuseCall(exchange, target, error, sent),
  )
}
