import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { countTexts } from '../metering/estimate-tokens.ts'
import { countedLength } from '../metering/estimate-usage.ts'
import { requestTogether, AttemptFailed, type CallInAttempt, upstreamRequestOf } from '../operation/request-upstream.ts'
import type { Attempt } from '../server/reply.ts'
import { readReply, type UpstreamReply } from '../calls/read-reply.ts'
import type { EmbedStyle } from './styles.ts'
import {
  applyPolicy,
  type Context,
  type Failure,
  type InterlinguaError,
  isInterlinguaError,
  type JsonObject,
  parseJson,
  type Pointer,
  withoutLeadingPath,
} from '@interlingua/core'
import { type EmbedAdapter, type EmbedRequest, type EmbedResponse, floatsToBase64 } from '@interlingua/embeddings'
import { type FailureReply, malformedUpstream } from '@interlingua/gateway-kernel'
import { type Channel, recordFailure, type Target } from '@interlingua/upstreams'

/** Failure for an answer that cannot be decoded, or cannot be encoded for the client. */
export function malformedAnswer({ path, message }: InterlinguaError): FailureReply {
  return malformedUpstream(`sent an answer that its format does not allow (${path || 'the document'}: ${message})`)
}

/** Tokens of an image, or of a page. */
const fileTokens = 258

/** Estimates the tokens of the inputs with a local tokenizer. */
async function estimateEmbedTokens({ inputs }: EmbedRequest): Promise<number> {
  const texts: string[] = []
  let flat = 0
  for (const { parts = [], tokens = [], title } of inputs) {
    flat += tokens.length
    if (title !== undefined) texts.push(title)
    for (const part of parts)
      if (part.type === 'text') texts.push(part.text)
      else flat += fileTokens
  }
  return Math.ceil(flat + (await countTexts(texts, countedLength)))
}

/** Answers that upstreams have given for one request so far, so that a second attempt at a target skips the calls that are done. */
interface EmbedProgress {
  /** Answers of a target's calls, by number of the call, with gaps. */
  answersOf(target: Target): readonly (EmbedResponse | undefined)[]
  /** Notes an answer, which is paid for whatever becomes of the request. */
  add(target: Target, call: number, answer: EmbedResponse): void
  /** Notes that the client's answer is made of this target's answers, whose usage is then recorded as the request's. */
  settle(target: Target): void
  /** Estimated tokens of the request. */
  estimate(): Promise<number>
  /** Estimated tokens of the request without those that the target has told. */
  estimateRest(target: Target): Promise<number>
}

export function createEmbedProgress(admitted: AdmittedRequest, request: EmbedRequest): EmbedProgress {
  const lists = new Map<Target, EmbedResponse[]>()
  let estimated: Promise<number> | undefined
  const estimate = (): Promise<number> => (estimated ??= estimateEmbedTokens(request))
  return {
    answersOf: (target) => lists.get(target) ?? [],
    add(target, call, answer) {
      const list = lists.get(target) ?? []
      list[call] = answer
      lists.set(target, list)
      const { usage } = answer
      if (usage?.input.total !== undefined)
        admitted.attemptCosts = [...(admitted.attemptCosts ?? []), { target, usage: { ...usage, output: { total: 0 } } }]
    },
    settle(target) {
      if (admitted.attemptCosts) admitted.attemptCosts = admitted.attemptCosts.filter((cost) => cost.target !== target)
    },
    estimate,
    async estimateRest(target) {
      const paid = admitted.attemptCosts?.filter((cost) => cost.target === target) ?? []
      return paid.reduce((rest, { usage }) => Math.max(0, rest - (usage.input.total ?? 0)), await estimate())
    },
  }
}

/** Settings of an input by their names in dialects, at the end of a path or of an error's text. */
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

/** Pattern of a pointer to an input in a dialect: the list, the number of an entry, and the rest within the entry. */
const entry = /^\/(?:input|requests|instances)(?:\/(\d+)(\/.*)?)?$/

/**
 * Moves an upstream's pointer to the place in the client's body. A place within an input stays if both speak the same dialect; else the pointer names
 * the input alone, and is dropped where it names no input.
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

/** Pointer of a setting in the caller's body: for all inputs at once, or of that one; undefined where the caller gave none. */
function placeOfSetting(call: EmbedRequest, name: (typeof settings)[string], index: number): Pointer | undefined {
  const input = call.inputs[index]
  if (input?.[name] === undefined) return undefined
  const shared = call.fields?.[`inputs.${name}`]
  const own = input.fields?.[name]
  return shared ?? (own === undefined ? undefined : (`${input.at ?? ''}${own}` as Pointer)) // two pointers, one after the other
}

/** Bytes of a number in JSON, and of a packed one. */
const printed = 22
const packed = 6
/** Dimensions that models give without being told a number; the largest of them. */
const usual = 3072

/** Splits calls so that each answer stays below `bytes`, in the same order, since the vectors of many inputs exceed the size of an answer. */
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

/** Dialect settings for embeddings of a channel. A text channel's settings are its text format's, and only Google's server type counts here. */
function embedDialect({ generates, dialect }: Channel): JsonObject {
  if (!generates) return dialect
  return dialect['server'] === 'vertex' ? vertex : nothing
}

/** Number of calls of one request at the same time. */
const mostAtOnce = 4

export interface EmbedAttempt {
  readonly attempt: Attempt
  readonly style: EmbedStyle
  readonly target: Target
  /** Request with the model as the client names it. */
  readonly request: EmbedRequest
  readonly progress: EmbedProgress
}

export interface EmbedAnswer {
  /** Responses of all calls, in order. */
  readonly responses: readonly EmbedResponse[]
  /** Answer of the only call as it came, if its dialect is the client's own; else absent. */
  readonly own?: { readonly reply: UpstreamReply; readonly body: JsonObject }
}

/** Calls a target for all vectors, by as many calls as needed. Rejects with `AttemptFailed`, and with errors of the adapter. */
export async function requestEmbeddings(work: EmbedAttempt & { readonly headers: Readonly<Record<string, string>> }): Promise<EmbedAnswer> {
  const { attempt, style, target, request, progress, headers } = work
  const { channel } = target
  const adapter = channel.embeddings
  if (adapter === undefined) throw new TypeError('the channel embeds nothing')
  const context = contextOf(attempt.admitted, embedDialect(channel))
  const lowered = adapter.lowerRequest({ ...request, model: target.model }, context)
  const refusal = applyPolicy(attempt.admitted.notices, attempt.admitted.policy)
  if (refusal) throw new AttemptFailed({ failureReply: { failure: refusal }, decision: 'next-channel' })
  const calls = fitAnswers(lowered, attempt.admitted.client.gateway.answerBytes / 2)
  const same = adapter.format === style.adapter.format
  const clientHeaders = same ? ownHeaders(headers, calls.length) : {}
  const known = progress.answersOf(target)
  const open = [...calls.keys()].filter((call) => known[call] === undefined)
  let own: EmbedAnswer['own']
  try {
    await requestTogether(attempt, target, {
      count: open.length,
      most: mostAtOnce,
      call: (index) => callOf(target, adapter, calls[open[index] ?? 0] as EmbedRequest, context, clientHeaders, same), // within the list
      read(reply, index) {
        const call = open[index] ?? 0
        const body = readBody(attempt, target, reply)
        attempt.estimateInput ??= { input: () => progress.estimateRest(target) }
        const answer = decode(target, adapter, calls[call] as EmbedRequest, context, body) // within the list
        progress.add(target, call, calls.length > 1 && request.encoding === 'base64' ? packVectors(answer) : answer)
        if (same && calls.length === 1) own = { reply, body }
      },
    })
  } catch (error) {
    throw error instanceof AttemptFailed ? elsewhere(error) : error
  }
  const responses = calls.map((_, call) => progress.answersOf(target)[call] as EmbedResponse) // all of them are there
  return own === undefined ? { responses } : { responses, own }
}

/** Headers of the client for the upstream; without its idempotency key if there are several calls, which would pass for one another. */
function ownHeaders(headers: Readonly<Record<string, string>>, calls: number): Readonly<Record<string, string>> {
  if (calls === 1) return headers
  const { 'idempotency-key': _, ...rest } = headers
  return rest
}

function callOf(
  target: Target,
  adapter: EmbedAdapter,
  call: EmbedRequest,
  context: Context,
  headers: Readonly<Record<string, string>>,
  same: boolean,
): CallInAttempt {
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

function readBody(attempt: Attempt, target: Target, reply: UpstreamReply): JsonObject {
  const read = readReply(attempt, target, reply, parseJson)
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

function failed({ channel }: Target, failureReply: FailureReply): AttemptFailed {
  recordFailure(channel, failureReply.failure)
  return new AttemptFailed({ failureReply, decision: 'next-channel' })
}

/** Lets failover go on after failures that are final elsewhere: a second call for the same vectors does no harm. */
function elsewhere(error: AttemptFailed): AttemptFailed {
  const { failureReply, decision, wait } = error.refusal
  if (decision !== 'final') return error
  switch (failureReply.failure.code) {
    case 'server':
    case 'overloaded':
    case 'timeout':
    case 'truncated-stream':
    case 'malformed-upstream':
      return new AttemptFailed({ failureReply, decision: 'next-channel', wait })
    default:
      return error
  }
}

/** Packs the vectors as base64, for clients that ask for it: call by call, so that other requests need not wait. */
function packVectors(response: EmbedResponse): EmbedResponse {
  const embeddings = response.embeddings.map((embedding) => {
    const { vector } = embedding
    return vector.type === 'base64' ? embedding : { ...embedding, vector: { type: 'base64', data: floatsToBase64(vector.values) } as const }
  })
  return { ...response, embeddings }
}
