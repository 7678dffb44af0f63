import { callAttempt, failAttempt, refuseCall, settleAttempt } from '../calls/attempt.ts'
import type { Failure, GenerateRequest } from '@interlingua/core'
import { admitRequest } from '../operation/admit-request.ts'
import { answerDocument, type AnswerDocument, passDocument, translateDocument } from '../answers/document.ts'
import { applyChannelPolicy } from '../translation/policy.ts'
import { answerStream, framingOf, type StreamSource } from '../answers/answer-stream.ts'
import type { Continuation, Target, UpstreamRequest } from '@interlingua/upstreams'
import { checkThread, fitPassed, mayPass, passes, preparePassThrough, suitsChosen } from '../translation/pass-through.ts'
import { clientContext, prepareTranslation } from '../translation/translation.ts'
import { createPassedMessages } from '../answers/passed-messages.ts'
import { createPassedArray, createPassedStream } from '../answers/passed-stream.ts'
import { createTranslatedStream } from '../answers/create-translated-stream.ts'
import type { RequestHead } from '@interlingua/core/edge'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import { type FailureReply, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import { expectText } from '../operation/expect.ts'
import { type Expected, reserve } from '@interlingua/access'
import { estimateInputOfPassed, estimateInputOfTranslated } from '../translation/samples.ts'
import type { EstimateInput } from '../metering/estimate-usage.ts'
import { completeStream } from '../answers/add-missing-members.ts'
import { answerName, nameStream } from '../answers/model-name.ts'
import { fitLearned, learnRefusal } from './fit-learned.ts'
import { watchPrefix } from './watch-prefix.ts'
import { sealsFor } from '../translation/sealed-reasoning.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { readMessage } from '../translation/read-message.ts'
import { type PlaceFailure, refuseAnswer } from '../calls/refuse-answer.ts'
import { failOver } from '../operation/fail-over.ts'

/** Call to an upstream, and handlers of its good answer. */
interface Plan {
  readonly request: UpstreamRequest
  readonly document: AnswerDocument
  readonly source: () => StreamSource
  readonly estimateInput: () => EstimateInput
  /** Moves a refusal by the upstream to the caller's own field; absent for bytes that pass. */
  readonly placed?: PlaceFailure
  /** Request in the canonical model; absent for bytes that pass. */
  readonly asked?: GenerateRequest
  /** Request without the history, for the WebSocket of an upstream that gave the response before it. Absent: there is none. */
  readonly next?: Continuation
  /** True if parameters that the upstream refuses, and that only tune the answer, may be left out. */
  readonly learns: boolean
}

/** Serves generation: from a checked body to the call whose receivers answer the client. */
export function serveGenerate(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  return proceed(reply, admitRequest(admitted, reply, parsed.body, 'generate'), ({ head, targets }) => {
    const failover = failOver(admitted, reply, targets, false, (attempt) => callTarget(attempt, head, parsed))
    const expected = (): Expected =>
      expectText(parsed.body, parsed.bytes.length, admitted.client.gateway.capacity.reservation, admitted.keptTokens)
    return proceed(reply, reserve(admitted, reply, targets, expected), () => failover.start())
  })
}

function callTarget(attempt: Attempt, head: RequestHead, parsed: ParsedBody): void {
  const { target } = attempt
  const refusal =
    applyChannelPolicy(attempt.admitted, target.channel) ?? checkThread(attempt.admitted.client.edge, parsed.body, target.channel)
  // Another channel may carry the request that this one cannot.
  if (refusal) return failAttempt(attempt, refusal, 'next-channel')
  const passing = mayPass(attempt.admitted, target) && passes(attempt.admitted.client.edge, target.channel.edge, parsed)
  if (passing && suitsChosen(attempt.admitted, target, head, parsed.body)) {
    const plan = passThrough(attempt, target, head, parsed)
    if ('failure' in plan) return failAttempt(attempt, plan, 'next-channel')
    call(attempt, target, head, plan)
    return watchPrefix(attempt.admitted, target, parsed.body, parsed.body)
  }
  prepareTranslation(attempt, target, head, parsed.body, (translation) => {
    if ('failure' in translation) return failAttempt(attempt, translation, 'next-channel')
    call(attempt, target, head, {
      request: translation.request,
      document: (reply) => translateDocument(attempt, target, translation, reply, parsed.body),
      source: () => createTranslatedStream(attempt, target, translation, parsed.body),
      estimateInput: () => estimateInputOfTranslated(attempt.admitted, target.model, translation.state.request, parsed),
      placed: translation.placed,
      asked: translation.state.request,
      ...(translation.next && { next: translation.next }),
      learns: true,
    })
    watchPrefix(attempt.admitted, target, parsed.body, translation.sent)
  })
}

function passThrough(attempt: Attempt, target: Target, { model, stream }: RequestHead, parsed: ParsedBody): Plan | FailureReply {
  const { edge } = attempt.admitted.client
  // The format checks values that depend on the model, also for bytes that pass. Throws for an invalid request.
  if (edge.client.checksModel)
    edge.adapter.parseRequest(readMessage(attempt.admitted.client, parsed.body), clientContext(attempt.admitted, model))
  const { turn } = attempt.admitted.client
  // Bytes that pass are remembered by a connection alone.
  const seals = turn && sealsFor(attempt.admitted, target, parsed.body)
  const fitted = fitPassed(attempt.admitted, target, parsed, seals)
  if ('failure' in fitted) return fitted
  if (seals) turn.hideBy(seals.hide)
  return {
    request: preparePassThrough(attempt.admitted.client, target, fitted, edge.adapter.http.path({ model: target.model, stream })),
    document: (reply) => passDocument(attempt, target, reply, edge.upstream.answerKeys.generate, parsed.body),
    source: () => passedSource(attempt, target, parsed),
    estimateInput: () => estimateInputOfPassed(attempt, model, parsed),
    // A model that the caller named refuses by itself; the caller does not know a model that the gateway chose.
    learns: target.renamed || seals !== undefined,
  }
}

function passedSource(attempt: Attempt, target: Target, parsed: ParsedBody): StreamSource {
  const name = answerName(attempt.admitted, target)
  if (framingOf(attempt.admitted.client) !== 'sse') return createPassedArray(attempt, name)
  const { edge } = attempt.admitted.client
  const source = completeStream(createPassedStream(attempt, target, parsed.body), target, parsed.body)
  const { event } = edge.upstream.modelAt
  const named = name === undefined || event.length === 0 ? source : nameStream(source, event, name)
  const { createWholeReader, createWriter } = edge.stream.binary ?? {}
  return createWholeReader && createWriter ? createPassedMessages(target, named, { createReader: createWholeReader, createWriter }) : named
}

/** Makes the call. `learned`: true for the second call, without the refused parameters. */
function call(attempt: Attempt, target: Target, head: RequestHead, plan: Plan, learned = false): void {
  const { stream } = head
  const { document, source, estimateInput, placed, asked, learns } = plan
  const request = learns && !learned ? fitLearned(attempt.admitted, target, plan.request, asked) : plan.request
  const again = (status: number, failure: Failure): (() => void) | undefined => {
    if (!learns || learned) return undefined
    const fitted = learnRefusal(attempt.admitted, target, request, { status, failure }, asked)
    return fitted && (() => call(attempt, target, head, { ...plan, request: fitted }, true))
  }
  const { turn } = attempt.admitted.client
  // A request that was changed here is sent whole.
  const next = request === plan.request ? plan.next : undefined
  const bySocket = stream && turn !== undefined && target.channel.socket !== undefined
  callAttempt(
    attempt,
    bySocket ? { ...request, socket: { lane: turn.upstream(), ...(next && { next }) } } : request,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(attempt, target, status, headers, placed, (failure) => again(status, failure))
      attempt.estimateInput = estimateInput()
      if (stream) return answerStream(attempt, target, headers, source())
      // The upstream is working, so no other channel may be called.
      settleAttempt(attempt)
      return answerDocument(attempt, target, headers, document)
    },
    (error, sent) => refuseCall(attempt, target, error, sent),
  )
}
