import { answerJson } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Endpoint, Reply } from '../server/reply.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { withBody } from '../reply/read-body.ts'
import { callChannel, createCache } from './create-cache.ts'
import {
  cachedContentKind,
  cacheGone,
  fieldOf,
  findCache,
  type FoundCache,
  type Lifetime,
  type NativeCache,
  readCachedContent,
  readLifetime,
  showCachedContent,
  writeCachedContent,
} from './cached-content.ts'
import { watchForLoss } from './prepend-context.ts'
import { isJsonObject, type JsonObject, pointer } from '@interlingua/core'
import { formatTime, parseTime } from '@interlingua/core/adapter'
import type { FormatEdge } from '@interlingua/core/edge'
import { type FailureReply, invalidRequest, queryOf, type ServeResult } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import type { Channel, Target } from '@interlingua/upstreams'

const defaultPage = 100
const mostOnPage = 1000
/** Documents come with all that they hold: so many are read at once, and a page ends after so many bytes, however many it may have. */
const readAtOnce = 4
const bytesOnPage = 16 * 1024 * 1024

/** Serves `GET cachedContents`: the contents of the caller's key, the oldest first, by pages. */
async function listCaches(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const query = queryOf(admitted.client.incoming.url ?? '')
  const size = query.get('pageSize') ?? query.get('page_size') ?? String(defaultPage)
  if (!/^\d{1,9}$/.test(size)) return invalidRequest(`a number from 1 to ${mostOnPage} is expected`, '/pageSize')
  // The number 0 means the default, as in protobuf.
  const limit = Math.min(Number(size) || defaultPage, mostOnPage)
  const token = query.get('pageToken') ?? query.get('page_token') ?? ''
  const after = decodeToken(token)
  if (token !== '' && after === undefined) return invalidRequest('not a token of this list', '/pageToken')
  const { shown, next } = await readPage(admitted, reply, limit, after)
  answerJson(reply, {
    ...(shown.length > 0 && { cachedContents: shown }),
    ...(next && { nextPageToken: encodeToken(next) }),
  })
}

/** Reads at most `limit` contents in the form for clients; `next` is the place after which there are more. */
async function readPage(
  admitted: AdmittedRequest,
  reply: Reply,
  limit: number,
  start?: Place,
): Promise<{ shown: readonly JsonObject[]; next?: Place }> {
  const { gateway } = admitted.client
  const { key } = admitted.grant
  const shown: JsonObject[] = []
  const list = async (most: number, after: Place | undefined): Promise<readonly StoredDocument[]> => {
    const page = { owner: key?.id ?? '', now: Date.now(), limit: most, order: 'oldest-first', ...(after && { after }) } as const
    return gateway.store.documents.list(cachedContentKind, page)
  }
  let place = start
  let size = 0
  while (shown.length < limit && size < bytesOnPage && !reply.ended) {
    const most = Math.min(readAtOnce, limit - shown.length)
    const found = await list(most, place)
    for (const document of found) {
      shown.push(showCachedContent(document))
      size += readCachedContent(document).size ?? 0
      place = { createdAt: document.createdAt, id: document.id }
    }
    if (found.length < most) return { shown }
  }
  return place && (await list(1, place)).length > 0 ? { shown, next: place } : { shown }
}

function getCache(admitted: AdmittedRequest, reply: Reply, id: string): ServeResult {
  return withCache(admitted, reply, id, async ({ document }) => answerJson(reply, showCachedContent(document)))
}

/** Serves `PATCH`; only the end of the lifetime can change. */
function changeCache(admitted: AdmittedRequest, reply: Reply, { body }: ParsedBody, id: string): ServeResult {
  const other = Object.keys(body).find((name) => !['ttl', 'expireTime', 'expire_time', 'name'].includes(name))
  if (other !== undefined) return invalidRequest('only ttl or expireTime can be changed', pointer('', other))
  if (fieldOf(body, 'ttl') === undefined && fieldOf(body, 'expireTime') === undefined)
    return invalidRequest('ttl or expireTime is required', '/ttl')
  const lifetime = readLifetime(body, Date.now())
  if ('failure' in lifetime) return lifetime
  return withCache(admitted, reply, id, async (found) => {
    const { channel, content } = found
    if (!channel || !content.native) return change(admitted, reply, found, lifetime)
    const field = fieldOf(body, 'ttl') === undefined ? 'expireTime' : 'ttl'
    watchForLoss(admitted, reply, found.document, true, () => cacheGone())
    callChannel(
      admitted,
      reply,
      targetOf(channel),
      { method: 'PATCH', path: `${pathOf(content.native)}?updateMask=${field}`, body: { [field]: fieldOf(body, field) ?? null } },
      async (received) => change(admitted, reply, found, lifetimeOf(received) ?? lifetime),
    )
  })
}

function deleteCache(admitted: AdmittedRequest, reply: Reply, id: string): ServeResult {
  return withCache(admitted, reply, id, async (found) => {
    const { channel, content } = found
    const end = async (): Promise<void> => {
      await admitted.client.gateway.store.documents.delete(cachedContentKind, found.document.id)
      answerJson(reply, {})
    }
    if (!channel || !content.native) return end()
    watchForLoss(admitted, reply, found.document, true, () => answerJson(reply, {}))
    callChannel(admitted, reply, targetOf(channel), { method: 'DELETE', path: pathOf(content.native) }, end)
  })
}

async function withCache(
  admitted: AdmittedRequest,
  reply: Reply,
  id: string,
  serve: (found: FoundCache) => Promise<FailureReply | void>,
): Promise<FailureReply | void> {
  const found = await findCache(admitted, id)
  if (reply.ended) return
  if (found === undefined) return cacheGone()
  return serve(found)
}

/** Changes the lifetime. The last of several changes at once wins; a content that is gone meanwhile is not changed. */
async function change(
  admitted: AdmittedRequest,
  reply: Reply,
  found: FoundCache,
  { expireTime, expiresAt }: Lifetime,
): Promise<FailureReply | void> {
  let last: FoundCache | undefined = found
  while (last !== undefined) {
    const { document, content } = last
    const changed = { ...content, expireTime, updateTime: formatTime(Date.now()) }
    const next = { ...document, expiresAt, body: writeCachedContent(changed) }
    if (await admitted.client.gateway.store.documents.replace(next)) return answerJson(reply, showCachedContent(next))
    last = await findCache(admitted, document.id)
  }
  return cacheGone()
}

function lifetimeOf({ expireTime }: JsonObject): Lifetime | undefined {
  const expiresAt = typeof expireTime === 'string' ? parseTime(expireTime) : undefined
  return expiresAt === undefined ? undefined : { expireTime: String(expireTime), expiresAt }
}

function pathOf({ name }: NativeCache): string {
  return `/v1beta/${name}`
}

/** Target of a request about no model. */
function targetOf(channel: Channel): Target {
  return { channel, model: '', renamed: false, listed: '' }
}

/** A place in the list. */
interface Place {
  readonly createdAt: number
  readonly id: string
}

function encodeToken({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify({ createdAt, id })).toString('base64url')
}

function decodeToken(token: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (!isJsonObject(value)) return undefined
    const { createdAt, id } = value
    // Any client can write such a token, and a database takes safe integers only.
    return Number.isSafeInteger(createdAt) && typeof id === 'string' ? { createdAt: Number(createdAt), id } : undefined
  } catch {
    return undefined
  }
}

/** Cached contents, under both versions: Google's newest SDK calls /v1. https://ai.google.dev/api/caching */
export function cacheEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const own = { edge, access: 'key', operation: 'caches', metered: false } as const
  return ['/v1beta', '/v1'].flatMap((version) => {
    const list = `${version}/cachedContents`
    const one = `${list}/{id}`
    return [
      // Creation is metered: the content is stored, and may cost money.
      { ...own, method: 'POST', path: list, metered: true, serve: withBody(createCache) },
      { ...own, method: 'GET', path: list, serve: listCaches },
      { ...own, method: 'GET', path: one, serve: (admitted, reply, { id = '' }) => getCache(admitted, reply, id) },
      {
        ...own,
        method: 'PATCH',
        path: one,
        serve: (request, answer, { id = '' }) =>
          withBody((admitted, reply, parsed) => changeCache(admitted, reply, parsed, id))(request, answer),
      },
      { ...own, method: 'DELETE', path: one, serve: (admitted, reply, { id = '' }) => deleteCache(admitted, reply, id) },
    ] satisfies readonly Endpoint[]
  })
}
