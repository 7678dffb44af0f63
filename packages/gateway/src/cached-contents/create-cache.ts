import { applyPolicy, type GenerateRequest, isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { formatTime, parseTime } from '@interlingua/core/adapter'
import { randomBytes } from 'node:crypto'
import { answerJson } from '../reply/write-reply.ts'
import { type Channel, credentialOf, failureOfSocket, type Target } from '@interlingua/upstreams'
import { estimateTokens } from '../metering/estimate-tokens.ts'
import { type AdmittedRequest, type ClientRequest, contextOf } from '../server/client-request.ts'
import { openAttempt, type Reply } from '../server/reply.ts'
import { type FailureReply, invalidRequest, malformedUpstream, type ServeResult } from '@interlingua/gateway-kernel'
import { permitsModel, refuseModel, wholeCount } from '@interlingua/access'
import { applyChannelPolicy } from '../translation/policy.ts'
import { noSuchModel } from '../operation/admit-request.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { passes } from '../translation/pass-through.ts'
import { requestTask } from '@interlingua/tasks'
import {
  type CachedContent,
  cachedContentKind,
  fieldOf,
  type Lifetime,
  modelId,
  type NativeCache,
  notice,
  readLifetime,
  showCachedContent,
  snakeOf,
  writeCachedContent,
} from './cached-content.ts'
import { readContext } from './prepend-context.ts'
import { callAttempt, failAttempt } from '../calls/attempt.ts'
import { collectReply, readReply } from '../calls/read-reply.ts'
import { refuseAnswer } from '../calls/refuse-answer.ts'

/** Request about cached contents to the upstream that keeps them. */
interface Question {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** Path with its query, `/v1beta/cachedContents…`. */
  readonly path: string
  readonly body?: JsonObject
}

/**
 * Sends a request to the upstream of a channel. `answered` takes a good answer; `refused` returns a handler for an error status, and without one the
 * error is the client's answer.
 */
export function callChannel(
  admitted: AdmittedRequest,
  reply: Reply,
  target: Target,
  { method, path, body }: Question,
  answered: (document: JsonObject) => ServeResult,
  refused: (status: number) => (() => ServeResult) | undefined = () => undefined,
): void {
  const { channel } = target
  const [endpoint = '', query] = path.split('?', 2)
  const place = channel.path(endpoint)
  const attempt = openAttempt(admitted, reply, target)
  callAttempt(
    attempt,
    {
      method,
      path: query === undefined ? place : `${place}${place.includes('?') ? '&' : '?'}${query}`,
      headers: channel.headers,
      ...(body && { body: JSON.stringify(body) }),
    },
    (status, headers) => {
      if (status >= 200 && status <= 299)
        return collectReply(attempt, headers, (received) => {
          if ('failure' in received) return received
          const read = readReply(attempt, target, received)
          if ('failure' in read) return read
          return answered(read.body)
        })
      const own = refused(status)
      return own === undefined ? refuseAnswer(attempt, target, status, headers) : collectReply(attempt, headers, own)
    },
    (error) => failAttempt(attempt, { failure: failureOfSocket(error) }, 'final'),
  )
}

/** Milliseconds for the deletion at the upstream; the client waits meanwhile. */
const timeoutMs = 10_000

/** Deletes a cached content at its upstream that was not stored here, and would be paid for until its end. Never rejects. */
async function undoNative({ gateway, requestId }: ClientRequest, channel: Channel, name: string): Promise<void> {
  const place = { host: gateway, channel, signal: AbortSignal.timeout(timeoutMs) }
  const { state } = await requestTask(place, `/v1beta/${name}`, { method: 'DELETE' })
  if (state === 'answered' || state === 'missing') return
  const problem = 'a cached content that could not be stored is left at its upstream'
  gateway.observer.event('error', 'store', { problem, id: requestId, channel: channel.name, name })
}

const contextFields = ['contents', 'systemInstruction', 'tools', 'toolConfig'] as const

/** Statuses of upstreams that have no such endpoint, or keep no contents for such a model. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** Serves `POST cachedContents`; the upstream keeps the content where it can, else the gateway does. */
export function createCache(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  const { body, bytes } = parsed
  const named = body['model']
  if (typeof named !== 'string' || modelId(named) === '') return invalidRequest('a model is required, as models/{id}', '/model')
  const model = modelId(named)
  admitted.model = model
  if (!permitsModel(admitted.grant.key, model)) return refuseModel(model)
  const lifetime = readLifetime(body, Date.now())
  if ('failure' in lifetime) return lifetime
  const displayName = fieldOf(body, 'displayName')
  if (displayName !== undefined && typeof displayName !== 'string') return invalidRequest('a string is expected', '/displayName')
  const context = readFields(body)
  if (![context['contents'], context['systemInstruction'], context['tools']].some(isSaid))
    return invalidRequest('contents, systemInstruction or tools are required', '/contents')
  const request = readContext(admitted, model, context)
  const { targets } = admitted.client.gateway.candidates(model, 'contents')
  const [first] = targets
  if (first === undefined) return noSuchModel(admitted, model, 'generate')
  const making: Making = { model, lifetime, context, request, size: bytes.length, ...(displayName !== undefined && { displayName }) }
  const target = targets.find(({ channel }) => channel.supports.cachedContents) ?? first
  const failureReply = applyChannelPolicy(admitted, target.channel)
  if (failureReply) return failureReply
  return target.channel.supports.cachedContents ? createNative(admitted, reply, target, parsed, making) : keepHere(admitted, reply, making)
}

function isSaid(value: Json | undefined): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

interface Making {
  readonly model: string
  readonly lifetime: Lifetime
  readonly context: JsonObject
  /** The context, decoded. */
  readonly request: GenerateRequest
  readonly size: number
  readonly displayName?: string
}

function readFields(body: JsonObject): JsonObject {
  const entries = contextFields.map((name) => [name, fieldOf(body, name)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [(typeof contextFields)[number], Json] => entry[1] !== undefined))
}

function createNative(admitted: AdmittedRequest, reply: Reply, target: Target, parsed: ParsedBody, making: Making): FailureReply | void {
  const spelled = passes(admitted.client.edge, target.channel.edge, parsed)
    ? parsed.body
    : encodeContext(admitted, target, parsed.body, making)
  const refusal = applyPolicy(admitted.notices, admitted.policy)
  if (refusal) return { failure: refusal }
  const question = { method: 'POST', path: '/v1beta/cachedContents', body: { ...spelled, model: `models/${target.model}` } } as const
  callChannel(
    admitted,
    reply,
    target,
    question,
    async (received) => {
      const { name, expireTime, createTime, updateTime, usageMetadata } = received
      if (typeof name !== 'string') return malformedUpstream('made a cached content without a name')
      const { channel } = target
      const native: NativeCache = { channel: channel.name, name, credential: credentialOf(channel) }
      const tokens = isJsonObject(usageMetadata) ? (wholeCount(Number(usageMetadata['totalTokenCount'] ?? 0)) ?? 0) : 0
      const time = typeof expireTime === 'string' ? parseTime(expireTime) : undefined
      const lifetime = time === undefined ? making.lifetime : { expireTime: String(expireTime), expiresAt: time }
      const now = formatTime(Date.now())
      const times = {
        createTime: typeof createTime === 'string' ? createTime : now,
        updateTime: typeof updateTime === 'string' ? updateTime : now,
      }
      try {
        await keep(admitted, reply, { ...making, lifetime }, { ...times, tokens, native })
      } catch (error) {
        await undoNative(admitted.client, channel, name)
        throw error
      }
    },
    (status) => (missing.has(status) ? () => keepHere(admitted, reply, making) : undefined),
  )
}

/** Encodes the context anew without seals of another vendor, which the upstream would refuse: they come from answers of other formats. */
function encodeContext(admitted: AdmittedRequest, { channel, model }: Target, body: JsonObject, { request: asked }: Making): JsonObject {
  const { adapter } = admitted.client.edge
  const upstream = contextOf(admitted, channel.dialect, channel.profileOf(model))
  const { request } = adapter.lowerRequest(asked, upstream)
  const encoded = readFields(adapter.encodeRequest(request, upstream).body as JsonObject) // a request of the format is an object
  const beside = Object.entries(body).filter(([name]) => !contextFields.some((field) => name === field || name === snakeOf(field)))
  return { ...Object.fromEntries(beside), ...encoded }
}

async function keepHere(admitted: AdmittedRequest, reply: Reply, making: Making): Promise<FailureReply | void> {
  const { model, context, request } = making
  admitted.onNotice(notice('cache-emulated', ''))
  const refusal = applyPolicy(admitted.notices, admitted.policy)
  if (refusal) return { failure: refusal }
  const tokens = await estimateTokens(request, model)
  const now = formatTime(Date.now())
  await keep(admitted, reply, making, { createTime: now, updateTime: now, tokens, context, size: making.size })
}

async function keep(
  admitted: AdmittedRequest,
  reply: Reply,
  { model, displayName, lifetime }: Making,
  rest: Pick<CachedContent, 'createTime' | 'updateTime' | 'tokens' | 'native' | 'context' | 'size'>,
): Promise<void> {
  const { gateway } = admitted.client
  const { key } = admitted.grant
  const content: CachedContent = { model, ...(displayName !== undefined && { displayName }), expireTime: lifetime.expireTime, ...rest }
  const document = {
    kind: cachedContentKind,
    id: randomBytes(16).toString('hex'),
    owner: key?.id ?? '',
    createdAt: Date.now(),
    expiresAt: lifetime.expiresAt,
    revision: 1,
    body: writeCachedContent(content),
  }
  if (!(await gateway.store.documents.insert(document))) throw new Error('a random id was taken')
  if (!reply.ended) answerJson(reply, showCachedContent(document))
}
