import { applyPolicy, isInterlinguaError, parseJson, type Context, type JsonObject } from '@interlingua/core'
import type { EmbedAdapter, EmbedRequest, EmbedResponse } from '@interlingua/embeddings'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { askTogether } from '../operations/ask-together.ts'
import type { UpstreamAsk } from '../operations/ask-upstream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { upstreamRequestOf } from '../operations/upstream-request-of.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { readReply } from '../upstreams/read-reply.ts'
import type { EmbedLedger } from './create-embed-ledger.ts'
import { embedDialect } from './embed-dialect.ts'
import type { EmbedStyle } from './embed-style.ts'
import { fitAnswers } from './fit-answers.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { packVectors } from './pack-vectors.ts'
import { placeFailure } from './place-failure.ts'

/** Calls of one request at the same time. */
const mostAtOnce = 4

export interface EmbedAttempt {
  readonly exchange: Exchange
  readonly style: EmbedStyle
  readonly target: Target
  /** With the model as the client names it. */
  readonly request: EmbedRequest
  readonly ledger: EmbedLedger
}

export interface EmbedAnswer {
  /** One for each call, in their order. */
  readonly responses: readonly EmbedResponse[]
  /** The answer of the only call as it came, where that is of the client's own dialect. */
  readonly own?: { readonly reply: Reply; readonly body: JsonObject }
}

/** Asks a target for all vectors, by as many calls as that takes. Rejects with `AttemptFailed`, and with what the adapter throws. */
export async function askEmbed(attempt: EmbedAttempt & { readonly headers: Readonly<Record<string, string>> }): Promise<EmbedAnswer> {
  const { exchange, style, target, request, ledger, headers } = attempt
  const { channel } = target
  const adapter = channel.embeds
  if (adapter === undefined) throw new TypeError('the channel embeds nothing')
  const context = contextOf(exchange, embedDialect(channel))
  const lowered = adapter.lowerRequest({ ...request, model: target.model }, context)
  const refusal = applyPolicy(exchange.notices, exchange.policy)
  if (refusal) throw new AttemptFailed({ fault: { failure: refusal }, decision: 'next-channel' })
  const calls = fitAnswers(lowered, exchange.gateway.answerBytes / 2)
  const same = adapter.format === style.adapter.format
  const told = same ? ownHeaders(headers, calls.length) : {}
  const known = ledger.answersOf(target)
  const open = [...calls.keys()].filter((call) => known[call] === undefined)
  let own: EmbedAnswer['own']
  try {
    await askTogether(exchange, target, {
      count: open.length,
      most: mostAtOnce,
      ask: (index) => askOf(target, adapter, calls[open[index] ?? 0] as EmbedRequest, context, told, same), // within the list
      read(reply, index) {
        const call = open[index] ?? 0
        const body = readBody(exchange, target, reply)
        exchange.evidence ??= { input: () => ledger.estimateRest(target) }
        const answer = decode(target, adapter, calls[call] as EmbedRequest, context, body) // within the list
        ledger.add(target, call, calls.length > 1 && request.encoding === 'base64' ? packVectors(answer) : answer)
        if (same && calls.length === 1) own = { reply, body }
      },
    })
  } catch (error) {
    throw error instanceof AttemptFailed ? elsewhere(error) : error
  }
  const responses = calls.map((_, call) => ledger.answersOf(target)[call] as EmbedResponse) // all of them are there
  return own === undefined ? { responses } : { responses, own }
}

/** What the client says in headers of its dialect. One call may not be taken for another. */
function ownHeaders(headers: Readonly<Record<string, string>>, calls: number): Readonly<Record<string, string>> {
  if (calls === 1) return headers
  const { 'idempotency-key': _, ...rest } = headers
  return rest
}

function askOf(
  target: Target,
  adapter: EmbedAdapter,
  call: EmbedRequest,
  context: Context,
  headers: Readonly<Record<string, string>>,
  same: boolean,
): UpstreamAsk {
  const { channel } = target
  const message = adapter.encodeRequest(call, context)
  const { prefix } = channel.dialect
  const path = channel.generates && typeof prefix === 'string' ? message.path.replace(/^\/v1beta(?=\/)/, prefix) : message.path
  return {
    request: upstreamRequestOf(target, { ...message, path, headers: { ...message.headers, ...headers } }),
    decodeFailure: (reply, within) => placeFailure(adapter.decodeFailure(reply, within), call, same),
    final: false,
  }
}

function readBody(exchange: Exchange, target: Target, reply: Reply): JsonObject {
  const read = readReply(exchange, target, reply, parseJson)
  if ('failure' in read) throw failed(target, read)
  return read.body
}

function decode(target: Target, adapter: EmbedAdapter, call: EmbedRequest, context: Context, body: JsonObject): EmbedResponse {
  try {
    return adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context, { request: call })
  } catch (error) {
    throw isInterlinguaError(error) ? failed(target, malformedAnswer(error)) : error
  }
}

function failed({ channel }: Target, fault: Fault): AttemptFailed {
  recordFailure(channel, fault.failure)
  return new AttemptFailed({ fault, decision: 'next-channel' })
}

/** To be asked for the same vectors twice harms nobody: whoever has not given them, another may. */
function elsewhere(error: AttemptFailed): AttemptFailed {
  const { fault, decision, wait } = error.refusal
  if (decision !== 'final') return error
  switch (fault.failure.code) {
    case 'server':
    case 'overloaded':
    case 'timeout':
    case 'truncated-stream':
    case 'malformed-upstream':
      return new AttemptFailed({ fault, decision: 'next-channel', wait })
    default:
      return error
  }
}
