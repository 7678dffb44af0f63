import { callAttempt, failAttempt, refuseCall, settleAttempt } from '../calls/attempt.ts'
import { type Context, defaultPolicy, findRemoteMedia, type JsonObject } from '@interlingua/core'
import type { RequestHead } from '@interlingua/core/edge'
import { answerDocument, type AnswerDocument, passDocument } from '../answers/document.ts'
import { answerHeaders } from '../reply/reply-headers.ts'
import { finishReply } from '../reply/write-reply.ts'
import { type FailureReply, failureOfError, malformedUpstream, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import { placeUpstreamFailure } from '../translation/failures.ts'
import { type Target, type UpstreamRequest, upstreamRequest } from '@interlingua/upstreams'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import { guard } from '../reply/guard.ts'
import { admitRequest } from '../operation/admit-request.ts'
import { applyChannelPolicy } from '../translation/policy.ts'
import { clientContext } from '../translation/translation.ts'
import { mayPass, passes, preparePassThrough } from '../translation/pass-through.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { readMessage } from '../translation/read-message.ts'
import { collectReply, readReply } from '../calls/read-reply.ts'
import { failOver } from '../operation/fail-over.ts'
import { type PlaceFailure, refuseAnswer } from '../calls/refuse-answer.ts'
import { estimateTokens } from '../metering/estimate-tokens.ts'

/** Statuses of upstreams of the format that have no such endpoint. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** Serves token counts: by the upstream where its format can count, of the request that it would get; else an estimate that is labelled as one. */
export function serveCount(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  return proceed(reply, admitRequest(admitted, reply, parsed.body, 'count'), ({ head, targets }) =>
    failOver(admitted, reply, targets, true, (attempt) => callTarget(attempt, head, parsed)).start(),
  )
}

function callTarget(attempt: Attempt, head: RequestHead, parsed: ParsedBody): void {
  const { target } = attempt
  const refusal = applyChannelPolicy(attempt.admitted, target.channel)
  if (refusal) return failAttempt(attempt, refusal, 'final')
  const { edge } = target.channel
  const { countPath, answerKeys } = edge.upstream
  if (mayPass(attempt.admitted, target) && passes(attempt.admitted.client.edge, edge, parsed) && countPath && answerKeys.count) {
    const { count: keys } = answerKeys
    const request = preparePassThrough(attempt.admitted.client, target, parsed, countPath(target.model))
    return count(attempt, target, parsed.body, request, (reply) => passDocument(attempt, target, reply, keys))
  }
  const unknown =
    attempt.admitted.client.edge === edge
      ? undefined
      : attempt.admitted.client.edge.client.checkWords?.(parsed.body, attempt.admitted.client.incoming.headers)
  if (unknown) return failAttempt(attempt, { failure: unknown }, 'next-channel')
  const translated = translateCount(attempt, target, head, parsed.body)
  if (translated === undefined) return estimate(attempt, parsed.body)
  count(attempt, target, parsed.body, translated.request, translated.document, translated.placed)
}

function count(
  attempt: Attempt,
  target: Target,
  body: JsonObject,
  request: UpstreamRequest,
  document: AnswerDocument,
  placed?: PlaceFailure,
): void {
  callAttempt(
    attempt,
    // The flag `aside` leaves places free for generation, since clients ask for many counts at once.
    { ...request, aside: true },
    (status, headers) => {
      if (missing.has(status)) return collectReply(attempt, headers, () => estimate(attempt, body))
      if (status < 200 || status > 299) return refuseAnswer(attempt, target, status, headers, placed)
      settleAttempt(attempt)
      return answerDocument(attempt, target, headers, document)
    },
    (error, sent) => refuseCall(attempt, target, error, sent),
  )
}

function estimate(attempt: Attempt, body: JsonObject): void {
  settleAttempt(attempt)
  guard(attempt.reply, () => answerEstimate(attempt, body))
}

/** Count request in the upstream's format; undefined if the format has no counts, or if files would have to be fetched for a count. */
function translateCount(
  attempt: Attempt,
  target: Target,
  head: RequestHead,
  body: JsonObject,
): { readonly request: UpstreamRequest; readonly document: AnswerDocument; readonly placed: PlaceFailure } | undefined {
  const { channel, model } = target
  const { adapter } = channel.edge
  const { count: reader } = attempt.admitted.client.edge.adapter
  const { count: writer } = adapter
  if (reader === undefined || writer === undefined) return undefined
  const client = quiet(clientContext(attempt.admitted, head.model))
  const upstream = quiet(contextOf(attempt.admitted, channel.dialect, channel.profileOf(model)))
  const decoded = reader.decodeCountRequest(reader.parseCountRequest(readMessage(attempt.admitted.client, body), client), client)
  const named = target.renamed ? { ...decoded, model } : decoded
  const request = attempt.admitted.prependContext ? attempt.admitted.prependContext(named, channel) : named
  if (findRemoteMedia(request, adapter, upstream).length > 0) return undefined
  const message = writer.encodeCountRequest(adapter.lowerRequest(request, upstream).request, upstream)
  return {
    request: upstreamRequest(channel, message),
    placed: (failure) => placeUpstreamFailure(failure, adapter, request, upstream, body),
    document: (reply) => {
      const read = readReply(attempt, target, reply)
      if ('failure' in read) return read
      const { count: keys = [] } = channel.edge.upstream.answerKeys
      if (!keys.some((key) => read.body[key] !== undefined)) return malformedUpstream(`sent a document without ${keys[0]}`)
      const wire = writer.parseCountResponse({ status: 200, headers: {}, body: read.body })
      const { headers, body: counted } = reader.encodeCountResponse(writer.decodeCountResponse(wire, upstream), client)
      return { headers, body: JSON.stringify(counted) }
    },
  }
}

/** Context without notices and refusals, since a count generates no text that could be lost. */
function quiet(context: Context): Context {
  return { ...context, policy: defaultPolicy, onNotice: () => {} }
}

/** Answers with the gateway's own count, labelled as an estimate. Never rejects. */
async function answerEstimate(attempt: Attempt, body: JsonObject): Promise<FailureReply | void> {
  try {
    const { count } = attempt.admitted.client.edge.adapter
    if (count === undefined) throw new TypeError('a format without counting has no such route')
    // Context without notices, since this request is sent to no upstream.
    const context = { ...contextOf(attempt.admitted), policy: defaultPolicy, onNotice: () => {} }
    const message = count.parseCountRequest(readMessage(attempt.admitted.client, body), context)
    const decoded = count.decodeCountRequest(message, context)
    const estimated = await estimateTokens(
      attempt.admitted.prependContext?.(decoded, attempt.target?.channel) ?? decoded,
      attempt.target?.model,
    )
    const inputTokens = estimated + (attempt.admitted.keptTokens ?? 0)
    if (attempt.reply.ended || attempt.reply.response.destroyed) return
    const reply = count.encodeCountResponse({ inputTokens, estimated: true }, context)
    const text = JSON.stringify(reply.body)
    attempt.reply.response.writeHead(200, {
      ...answerHeaders(attempt.reply),
      'interlingua-estimated': 'true',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    finishReply(attempt.reply, 'ok', () => attempt.reply.response.end(text))
  } catch (error) {
    return failureOfError(error)
  }
}
