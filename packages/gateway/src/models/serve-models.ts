import { answerJson } from '../reply/write-reply.ts'
import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'
import type { Endpoint, Reply } from '../server/reply.ts'
import { patternsOf, unknownModel } from '../operation/admit-request.ts'
import { collectModels, configuredModel, describeNamed, describeListed, findAny, knownModel } from './list.ts'
import { permitsModel, refuseModel } from '@interlingua/access'
import { type FailureReply, queryOf } from '@interlingua/gateway-kernel'
import {
  anthropicModels,
  geminiModels,
  type ListedModel,
  type ListQuery,
  type ModelListAdapter,
  openaiModels,
  pageModels,
} from '@interlingua/models'
import type { Channel } from '@interlingua/upstreams'

/** Form of a vendor's model lists, and of the queries for pages. */
interface ModelStyle {
  readonly style: ModelListAdapter
  readonly after: string
  readonly before: string
  /** Present if lists have the newest model first; absent: no order. */
  readonly newestFirst?: true
}

const openai: ModelStyle = { style: openaiModels, after: 'after', before: 'before' }

/** Styles by vendor. */
const styles: Readonly<Record<string, ModelStyle>> = {
  openai,
  anthropic: { style: anthropicModels, after: 'after_id', before: 'before_id', newestFirst: true },
  google: { style: geminiModels, after: 'pageToken', before: 'pageToken' },
}

/** Style of a vendor; OpenAI's for vendors without an entry. */
export function modelStyleOf(vendor: string): ModelStyle {
  return Object.hasOwn(styles, vendor) ? (styles[vendor] ?? openai) : openai
}

export const allModelStyles: readonly ModelListAdapter[] = Object.values(styles).map(({ style }) => style)

/** Caching headers: the list depends on the key and on the client's style, and clients may keep it for an hour. */
const headers = {
  'cache-control': 'private, max-age=3600',
  vary: 'authorization, x-api-key, x-goog-api-key, x-google-api-key, x-anthropic-api-key, x-openai-api-key, api-key, anthropic-version',
}

/** Serves `GET /v1/models` and `/v1beta/models`: the key's models in the client's style, whole or by pages. */
async function serveModels(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const { style, after, before, newestFirst } = styleOfClient(admitted.client)
  const query = style.decodeQuery(Object.fromEntries(queryOf(admitted.client.incoming.url ?? '')))
  const models = await collectModels(admitted)
  if (reply.response.destroyed) return
  const ordered = newestFirst ? models.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)) : models
  const page = pageModels(ordered, query, { format: style.format, after, before })
  reply.headers = { ...reply.headers, ...headers }
  answerJson(reply, style.encodeList(page, admitted).body)
}

/** Serves one model. An id that only a pattern admits is shown too, since it can be called. */
async function serveModel(admitted: AdmittedRequest, reply: Reply, id: string): Promise<FailureReply | void> {
  const { gateway, edge } = admitted.client
  const { key } = admitted.grant
  const { style } = styleOfClient(admitted.client)
  if (!permitsModel(key, id)) return refuseModel(id)
  for (const channel of gateway.channels) {
    const entry = configuredModel(channel.models, id)
    if (entry === undefined) continue
    const list = entry.created === undefined ? await gateway.listModels(channel) : []
    return answer(describeNamed(channel, entry, list))
  }
  const target = findAny(gateway, id, edge.adapter.format)
  if (target === undefined) return unknownModel(id, patternsOf(gateway, key))
  const { channel, listed } = target
  const known = knownModel(await gateway.listModels(channel), target.model)
  const entry = { ...(configuredModel(channel.models, listed) ?? { name: id }), upstream: target.model }
  answer(describeListed(channel, entry, { ...known, id }))

  function answer(model: Parameters<typeof style.encodeModel>[0]): void {
    if (reply.response.destroyed) return
    reply.headers = { ...reply.headers, ...headers }
    answerJson(reply, style.encodeModel(model, admitted).body)
  }
}

/** Style of lists for a client: that of its vendor, which also words the errors. */
function styleOfClient({ gateway, incoming: request }: ClientRequest): ModelStyle {
  return modelStyleOf(gateway.formats.ofClient(request.url ?? '', request.headers).vendor)
}

const read = { method: 'GET', access: 'key', operation: 'models', metered: false, rated: true } as const

export const modelEndpoints: readonly Endpoint[] = [
  { ...read, path: '/v1/models', serve: serveModels },
  { ...read, path: '/v1/models/{id+}', serve: (admitted, reply, { id = '' }) => serveModel(admitted, reply, id) },
  { ...read, path: '/v1beta/models', serve: serveModels },
  { ...read, path: '/v1beta/models/{id+}', serve: (admitted, reply, { id = '' }) => serveModel(admitted, reply, id) },
]

const kept = 3_600_000
const keptAfterFailure = 60_000
/** Milliseconds for an upstream's list, below the three seconds that clients wait for theirs. */
const timeoutMs = 2_000
/** Largest number of pages that are read of one upstream. */
const mostPages = 10
const pageSize = 1000
/** Largest page in bytes: some thousands of models with long descriptions. */
const mostBytes = 16 * 1024 * 1024

const nothing: Promise<readonly ListedModel[]> = Promise.resolve([])

/**
 * Creates a reader of channels' model lists, for channels whose configuration has a pattern or a model without a time. A list is kept for an hour; if
 * the upstream fails, the list before is kept for another minute. `now`: a monotonic clock in milliseconds.
 */
export function createModelLister(now: () => number): (channel: Channel) => Promise<readonly ListedModel[]> {
  const lists = new WeakMap<Channel, { until: number; readonly models: Promise<readonly ListedModel[]> }>()
  return (channel) => {
    const known = lists.get(channel)
    if (known && known.until > now()) return known.models
    if (!channel.models.some(({ name, created }) => name.includes('*') || created === undefined)) return nothing
    const entry = {
      until: now() + kept,
      models: readPages(channel).catch(() => {
        entry.until = now() + keptAfterFailure
        return known?.models ?? nothing
      }),
    }
    lists.set(channel, entry)
    return entry.models
  }
}

async function readPages(channel: Channel): Promise<readonly ListedModel[]> {
  const { style } = modelStyleOf(channel.edge.vendor)
  const models: ListedModel[] = []
  let query: ListQuery = { limit: pageSize }
  const signal = AbortSignal.timeout(timeoutMs)
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await readPage(channel, style, query, signal)
    models.push(...page.models)
    const last = page.next?.token
    // A server that repeats its token would be asked for ever.
    if (last === undefined || last === query.after) break
    query = { limit: pageSize, after: last }
  }
  return models
}

async function readPage(
  { pool, origin, path, headers }: Channel,
  style: ModelListAdapter,
  query: ListQuery,
  signal: AbortSignal,
): Promise<ReturnType<ModelListAdapter['decodeList']>> {
  const target = path(style.path)
  const parameters = new URLSearchParams(style.encodeQuery(query)).toString()
  const address = parameters === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${parameters}`
  const answer = await pool.request({ origin, path: address, method: 'GET', headers, signal })
  const body = await readJson(answer.body)
  if (answer.statusCode !== 200) throw new Error('the upstream has no list of models')
  const reply = { status: 200, headers: {}, body }
  // Servers with one vendor's format often list their models in another's.
  const spoken = [style, ...allModelStyles].find((candidate) => fits(candidate, body))
  if (spoken === undefined) throw new Error('the upstream has no list of models')
  return spoken.decodeList(spoken.parseList(reply))
}

async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop ends the call.
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the list of models is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks, size).toString('utf8'))
}

function fits(style: ModelListAdapter, body: unknown): boolean {
  try {
    style.parseList({ status: 200, headers: {}, body })
    return true
  } catch {
    return false
  }
}
