import { applyPolicy, isJsonObject, printTime, readTime, type GenerateRequest, type Json, type JsonObject } from '@interlingua/core'
import { randomBytes } from 'node:crypto'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { estimateTokens } from '../counting/estimate-tokens.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { refuseModel } from '../keys/refuse-model.ts'
import { wholeCount } from '../metering/whole-count.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { noSuchModel } from '../requests/no-such-model.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { passes } from '../requests/passes.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'
import { askChannel } from './ask-channel.ts'
import {
  cachedContentKind,
  fieldOf,
  modelId,
  showCachedContent,
  snakeOf,
  writeCachedContent,
  type CachedContent,
  type NativeCache,
} from './cached-content.ts'
import { credentialOf } from './find-cache.ts'
import { notice } from './notices.ts'
import { readLifetime, type Lifetime } from './read-lifetime.ts'
import { readContext } from './recall-context.ts'

/** Whoever asked for it waits for so many milliseconds. */
const patience = 10_000

/** Deletes a cached content that its upstream has made and that nobody will ever name: it would be paid for until its end. Never rejects. */
async function undoNative({ gateway, requestId }: Exchange, channel: Channel, name: string): Promise<void> {
  const place = { gateway, channel, signal: AbortSignal.timeout(patience) }
  const { state } = await askAboutTask(place, `/v1beta/${name}`, { method: 'DELETE' })
  if (state === 'answered' || state === 'missing') return
  const problem = 'a cached content that could not be stored is left at its upstream'
  gateway.log.write('error', 'store', { problem, id: requestId, channel: channel.name, name })
}

const contextFields = ['contents', 'systemInstruction', 'tools', 'toolConfig'] as const

/** What upstreams of the format say that have no such endpoint, or keep no contents for such a model. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** `POST cachedContents`: kept by the upstream where it can, else here. */
export function createCache(exchange: Exchange, parsed: ParsedBody): void {
  const { body, bytes } = parsed
  const named = body['model']
  if (typeof named !== 'string' || modelId(named) === '')
    return answerFailure(exchange, invalidRequest('a model is required, as models/{id}', '/model'))
  const model = modelId(named)
  exchange.model = model
  if (!permitsModel(exchange.key, model)) return answerFailure(exchange, refuseModel(model))
  const lifetime = readLifetime(body, Date.now())
  if ('failure' in lifetime) return answerFailure(exchange, lifetime)
  const displayName = fieldOf(body, 'displayName')
  if (displayName !== undefined && typeof displayName !== 'string')
    return answerFailure(exchange, invalidRequest('a string is expected', '/displayName'))
  const context = readFields(body)
  if (![context['contents'], context['systemInstruction'], context['tools']].some(isSaid))
    return answerFailure(exchange, invalidRequest('contents, systemInstruction or tools are required', '/contents'))
  const request = readContext(exchange, model, context)
  const { targets } = exchange.gateway.candidates(model, 'contents')
  const [first] = targets
  if (first === undefined) return answerFailure(exchange, noSuchModel(exchange, model, 'generate'))
  const making: Making = { model, lifetime, context, request, size: bytes.length, ...(displayName !== undefined && { displayName }) }
  const target = targets.find(({ channel }) => channel.caches) ?? first
  const fault = applyChannelPolicy(exchange, target.channel)
  if (fault) return answerFailure(exchange, fault)
  if (target.channel.caches) createNative(exchange, target, parsed, making)
  else void guardAsync(exchange, () => keepHere(exchange, making))
}

function isSaid(value: Json | undefined): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

interface Making {
  readonly model: string
  readonly lifetime: Lifetime
  readonly context: JsonObject
  /** The same, decoded. */
  readonly request: GenerateRequest
  readonly size: number
  readonly displayName?: string
}

function readFields(body: JsonObject): JsonObject {
  const entries = contextFields.map((name) => [name, fieldOf(body, name)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [(typeof contextFields)[number], Json] => entry[1] !== undefined))
}

function createNative(exchange: Exchange, target: Target, parsed: ParsedBody, making: Making): void {
  const spelled = passes(exchange.edge, target.channel.edge, parsed) ? parsed.body : spellAnew(exchange, target, parsed.body, making)
  const refusal = applyPolicy(exchange.notices, exchange.policy)
  if (refusal) return answerFailure(exchange, { failure: refusal })
  const question = { method: 'POST', path: '/v1beta/cachedContents', body: { ...spelled, model: `models/${target.model}` } } as const
  askChannel(
    exchange,
    target,
    question,
    async (reply) => {
      const { name, expireTime, createTime, updateTime, usageMetadata } = reply
      if (typeof name !== 'string') return answerFailure(exchange, malformedUpstream('made a cached content without a name'))
      const { channel } = target
      const native: NativeCache = { channel: channel.name, name, credential: credentialOf(channel) }
      const tokens = isJsonObject(usageMetadata) ? (wholeCount(Number(usageMetadata['totalTokenCount'] ?? 0)) ?? 0) : 0
      const told = typeof expireTime === 'string' ? readTime(expireTime) : undefined
      const lifetime = told === undefined ? making.lifetime : { expireTime: String(expireTime), expiresAt: told }
      const now = printTime(Date.now())
      const times = {
        createTime: typeof createTime === 'string' ? createTime : now,
        updateTime: typeof updateTime === 'string' ? updateTime : now,
      }
      try {
        await keep(exchange, { ...making, lifetime }, { ...times, tokens, native })
      } catch (error) {
        await undoNative(exchange, channel, name)
        throw error
      }
    },
    (status) => (missing.has(status) ? () => keepHere(exchange, making) : undefined),
  )
}

/** Without the seals of another vendor, for which its own would refuse it: they come back from answers that upstreams of other formats gave. */
function spellAnew(exchange: Exchange, { channel, model }: Target, body: JsonObject, { request: asked }: Making): JsonObject {
  const { adapter } = exchange.edge
  const upstream = contextOf(exchange, channel.dialect, channel.profileOf(model))
  const { request } = adapter.lowerRequest(asked, upstream)
  const told = readFields(adapter.encodeRequest(request, upstream).body as JsonObject) // a request of the format is an object
  const beside = Object.entries(body).filter(([name]) => !contextFields.some((field) => name === field || name === snakeOf(field)))
  return { ...Object.fromEntries(beside), ...told }
}

async function keepHere(exchange: Exchange, making: Making): Promise<void> {
  const { model, context, request } = making
  exchange.onNotice(notice('cache-emulated', ''))
  const refusal = applyPolicy(exchange.notices, exchange.policy)
  if (refusal) return answerFailure(exchange, { failure: refusal })
  const tokens = await estimateTokens(request, model)
  const now = printTime(Date.now())
  await keep(exchange, making, { createTime: now, updateTime: now, tokens, context, size: making.size })
}

async function keep(
  exchange: Exchange,
  { model, displayName, lifetime }: Making,
  rest: Pick<CachedContent, 'createTime' | 'updateTime' | 'tokens' | 'native' | 'context' | 'size'>,
): Promise<void> {
  const { gateway, key } = exchange
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
  if (!exchange.over) answerJson(exchange, showCachedContent(document))
}
