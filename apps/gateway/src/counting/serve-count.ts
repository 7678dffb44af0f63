import { defaultPolicy, findUrls, type Context, type JsonObject } from '@interlingua/core'
import type { RequestHead } from '@interlingua/core/edge'
import { answerDocument, type AnswerDocument } from '../answers/answer-document.ts'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import { passDocument } from '../answers/pass-document.ts'
import { placeUpstreamFailure } from '../answers/place-upstream-failure.ts'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { faultOfError } from '../faults/fault-of-error.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { admitRequest } from '../requests/admit-request.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { clientContext } from '../requests/client-context.ts'
import { mayPass } from '../requests/may-pass.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { passes } from '../requests/passes.ts'
import { preparePassThrough } from '../requests/prepare-pass-through.ts'
import { readMessage } from '../requests/read-message.ts'
import { callUpstream, type UpstreamRequest } from '../upstreams/call-upstream.ts'
import { collectReply } from '../upstreams/collect-reply.ts'
import { createFailover } from '../upstreams/create-failover.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { refuseAnswer, type PlaceRefusal } from '../upstreams/refuse-answer.ts'
import { refuseCall } from '../upstreams/refuse-call.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { upstreamRequest } from '../upstreams/upstream-request.ts'
import { estimateTokens } from './estimate-tokens.ts'

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
  if (mayPass(exchange, target.channel) && passes(exchange.edge, edge, parsed) && countPath && answerKeys.count) {
    const { count: keys } = answerKeys
    const request = preparePassThrough(exchange, target, parsed, countPath(target.model))
    return count(exchange, target, parsed.body, request, (reply) => passDocument(exchange, target, reply, keys))
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

/** A count of our own, labelled as an estimate. Never rejects. */
async function answerEstimate(exchange: Exchange, body: JsonObject): Promise<void> {
  try {
    const { count } = exchange.edge.adapter
    if (count === undefined) throw new TypeError('a format without counting has no such route')
    // Nothing is sent: what cannot be carried need not be told.
    const context = { ...contextOf(exchange), policy: defaultPolicy, onNotice: () => {} }
    const message = count.parseCountRequest(readMessage(exchange, body), context)
    const decoded = count.decodeCountRequest(message, context)
    const estimated = await estimateTokens(exchange.recall?.(decoded) ?? decoded, exchange.target?.model)
    const inputTokens = estimated + (exchange.keptTokens ?? 0)
    if (exchange.over || exchange.response.destroyed) return
    const reply = count.encodeCountResponse({ inputTokens, estimated: true }, context)
    const text = JSON.stringify(reply.body)
    exchange.response.writeHead(200, {
      ...answerHeaders(exchange),
      'interlingua-estimated': 'true',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    finishExchange(exchange, 'ok', () => exchange.response.end(text))
  } catch (error) {
    answerFailure(exchange, faultOfError(error))
  }
}
