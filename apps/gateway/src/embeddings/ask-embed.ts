import {
  applyPolicy,
  isInterlinguaError,
  parseJson,
  withoutLeadingPath,
  type Context,
  type Failure,
  type JsonObject,
  type Pointer,
} from '@interlingua/core'
import { floatsToBase64, type EmbedAdapter, type EmbedRequest, type EmbedResponse } from '@interlingua/embeddings'
import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { askTogether } from '../operations/ask-together.ts'
import type { UpstreamAsk } from '../operations/ask-upstream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { upstreamRequestOf } from '../operations/upstream-request-of.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import type { EmbedLedger } from './create-embed-ledger.ts'
import type { EmbedStyle } from './embed-style.ts'
import { malformedAnswer } from './malformed-answer.ts'

/** What dialects call the settings of an input, at the end of a path or of what an error names. */
const settings: Readonly<Record<string, 'dimensions' | 'task' | 'title' | 'truncate'>> = {
  dimensions: 'dimensions',
  outputDimensionality: 'dimensions',
  output_dimensionality: 'dimensions',
  taskType: 'task',
  task_type: 'task',
  title: 'title',
  autoTruncate: 'truncate',
  auto_truncate: 'truncate',
}
const setting = new RegExp(`\\b(?:${Object.keys(settings).join('|')})\\b`)
const last = new RegExp(`(?:${Object.keys(settings).join('|')})$`)

/** The list of a dialect, the number of an entry, and what is within the entry. */
const entry = /^\/(?:input|requests|instances)(?:\/(\d+)(\/.*)?)?$/

/**
 * The upstream names a field of what it was sent; the client is told where it said that itself. What is within an input has the same name
 * where both speak the same; elsewhere the input is named alone, and what is none of the inputs not at all.
 */
function placeFailure(failure: Failure, call: EmbedRequest, same: boolean): Failure {
  const { path, ...rest } = failure
  if (path === undefined) return failure
  const named = (same ? last : setting).exec(path)?.[0]
  const said = named === undefined ? undefined : settings[named]
  const placed = said && placeOfSetting(call, said, Number(/\d+/.exec(path)?.[0] ?? 0))
  if (placed !== undefined) return { ...rest, message: withoutLeadingPath(rest.message), path: placed }
  const found = entry.exec(path)
  if (found === null) return same ? failure : rest
  const [, number, within = ''] = found
  const input = number === undefined && call.inputs.length === 1 ? call.inputs[0] : call.inputs[Number(number ?? -1)]
  if (input?.at === undefined) return rest
  const place = same ? `${input.at}${within}` : input.at
  return place === '' ? rest : { ...rest, message: withoutLeadingPath(rest.message), path: place as typeof path } // an input's pointer, with the end of another
}

/** Where the caller said a setting: for all inputs at once, or of that one; `undefined` where it did not. */
function placeOfSetting(call: EmbedRequest, name: (typeof settings)[string], index: number): Pointer | undefined {
  const input = call.inputs[index]
  if (input?.[name] === undefined) return undefined
  const shared = call.fields?.[`inputs.${name}`]
  const own = input.fields?.[name]
  return shared ?? (own === undefined ? undefined : (`${input.at ?? ''}${own}` as Pointer)) // two pointers, one after the other
}

/** Bytes of a number in JSON, and of one that is packed. */
const printed = 22
const packed = 6
/** What models give where nobody says how many. */
const usual = 3072

/** Calls whose answers stay below `bytes`, in the same order: a long list of vectors is longer than an answer may be. */
function fitAnswers(calls: readonly EmbedRequest[], bytes: number): readonly EmbedRequest[] {
  return calls.flatMap((call) => {
    const { inputs, encoding } = call
    const widest = inputs.reduce((most, { dimensions = usual }) => Math.max(most, dimensions), 1)
    const most = Math.max(1, Math.floor(bytes / (widest * (encoding === 'base64' ? packed : printed))))
    if (inputs.length <= most) return [call]
    const pieces: EmbedRequest[] = []
    for (let from = 0; from < inputs.length; from += most) pieces.push({ ...call, inputs: inputs.slice(from, from + most) })
    return pieces
  })
}

const nothing: JsonObject = {}
const vertex: JsonObject = { server: 'vertex' }

/** The profile by which a channel is asked for embeddings. One of text is set up for its format: of that only which of Google's servers it is means anything here. */
function embedDialect({ generates, dialect }: Channel): JsonObject {
  if (!generates) return dialect
  return dialect['server'] === 'vertex' ? vertex : nothing
}

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

/** The vectors as base64, for clients that want them so: made of one call after the other, they keep nobody else waiting. */
function packVectors(response: EmbedResponse): EmbedResponse {
  const embeddings = response.embeddings.map((embedding) => {
    const { vector } = embedding
    return vector.type === 'base64' ? embedding : { ...embedding, vector: { type: 'base64', data: floatsToBase64(vector.values) } as const }
  })
  return { ...response, embeddings }
}
