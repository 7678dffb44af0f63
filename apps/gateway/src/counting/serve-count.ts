import { defaultPolicy, findUrls, type Context, type JsonObject } from '@interlingua/core'
import { admitRequest } from '../requests/admit-request.ts'
import { answerDocument, type AnswerDocument } from '../answers/answer-document.ts'
import { answerEstimate } from './answer-estimate.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { callUpstream, type UpstreamRequest } from '../upstreams/call-upstream.ts'
import { clientContext } from '../requests/client-context.ts'
import { collectReply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { RequestHead } from '@interlingua/core/edge'
import { contextOf, type Exchange } from '../exchange.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { mayPass } from '../requests/may-pass.ts'
import { passDocument } from '../answers/pass-document.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { passes } from '../requests/passes.ts'
import { preparePassThrough } from '../requests/prepare-pass-through.ts'
import { readMessage } from '../requests/read-message.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { placeUpstreamFailure } from '../answers/place-upstream-failure.ts'
import { refuseAnswer, type PlaceRefusal } from '../upstreams/refuse-answer.ts'
import { upstreamRequest } from '../upstreams/upstream-request.ts'
import { createFailover } from '../upstreams/create-failover.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { refuseCall } from '../upstreams/refuse-call.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'

/** What upstreams of the format say that have no such endpoint. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** Token counting: by the upstream where its format can, of the request that it would get; else an estimate that says that it is one. */
export function serveCount(exchange: Exchange, parsed: ParsedBody): void {
  const admitted = admitRequest(exchange, parsed.body, 'count')
  if (admitted === undefined) return
  const { ask, targets } = admitted
  const failover = (exchange.failover = createFailover(exchange, targets, true, (target) => attempt(exchange, target, ask, parsed)))
  failover.start()
}

function attempt(exchange: Exchange, target: Target, ask: RequestHead, parsed: ParsedBody): void {
  const refusal = applyChannelPolicy(exchange, target.channel)
  if (refusal) return failAttempt(exchange, refusal, 'final')
  const { edge } = target.channel
  const { countPath, answerKeys } = edge.upstream
  if (mayPass(exchange, target.channel) && passes(exchange.edge, edge, parsed) && countPath) {
    const request = preparePassThrough(exchange, target, parsed, countPath(target.model))
    return count(exchange, target, parsed.body, request, (reply) => passDocument(exchange, target, reply, answerKeys.count ?? []))
  }
  const unknown = exchange.edge === edge ? undefined : exchange.edge.client.checkWords?.(parsed.body)
  if (unknown) return failAttempt(exchange, { failure: unknown }, 'next-channel')
  const translated = translateCount(exchange, target, ask, parsed.body)
  if (translated === undefined) return estimate(exchange, parsed.body)
  count(exchange, target, parsed.body, translated.request, translated.document, translated.placed)
}

function count(
  exchange: Exchange,
  target: Target,
  body: JsonObject,
  request: UpstreamRequest,
  document: AnswerDocument,
  placed?: PlaceRefusal,
): void {
  callUpstream(
    exchange,
    target,
    // Clients ask for many counts at once.
    { ...request, aside: true },
    (status, headers) => {
      if (missing.has(status)) return collectReply(exchange, headers, () => estimate(exchange, body))
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers, placed)
      settleAttempt(exchange)
      return answerDocument(exchange, target, headers, document)
    },
    (error, sent) => refuseCall(exchange, target, error, sent),
  )
}

function estimate(exchange: Exchange, body: JsonObject): void {
  settleAttempt(exchange)
  void answerEstimate(exchange, body)
}

/** The count in the upstream's format; `undefined` where it knows none, or would have to be told files that are not fetched for a count. */
function translateCount(
  exchange: Exchange,
  target: Target,
  ask: RequestHead,
  body: JsonObject,
): { readonly request: UpstreamRequest; readonly document: AnswerDocument; readonly placed: PlaceRefusal } | undefined {
  const { channel, model } = target
  const { adapter } = channel.edge
  const { count: reader } = exchange.edge.adapter
  const { count: writer } = adapter
  if (reader === undefined || writer === undefined) return undefined
  const client = quiet(clientContext(exchange, ask.model))
  const upstream = quiet(contextOf(exchange, channel.dialect, channel.profileOf(model)))
  const decoded = reader.decodeCountRequest(reader.parseCountRequest(readMessage(exchange, body), client), client)
  const named = target.renamed ? { ...decoded, model } : decoded
  const request = exchange.recall ? exchange.recall(named) : named
  if (findUrls(request, adapter, upstream).length > 0) return undefined
  const message = writer.encodeCountRequest(adapter.lowerRequest(request, upstream).request, upstream)
  return {
    request: upstreamRequest(channel, message),
    placed: (failure) => placeUpstreamFailure(failure, adapter, request, upstream, body),
    document: (reply) => {
      const read = readReply(exchange, target, reply)
      if ('failure' in read) return read
      const { count: keys = [] } = channel.edge.upstream.answerKeys
      if (!keys.some((key) => read.body[key] !== undefined)) return malformedUpstream(`sent a document without ${keys[0]}`)
      const wire = writer.parseCountResponse({ status: 200, headers: {}, body: read.body })
      const { headers, body: counted } = reader.encodeCountResponse(writer.decodeCountResponse(wire, upstream), client)
      return { headers, body: JSON.stringify(counted) }
    },
  }
}

/** Nothing is generated: what could not be carried need not be told, nor refused. */
function quiet(context: Context): Context {
  return { ...context, policy: defaultPolicy, onNotice: () => {} }
}
