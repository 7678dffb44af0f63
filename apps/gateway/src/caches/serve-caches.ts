import { isJsonObject, pointer, printTime, readTime, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { queryOf } from '../requests/query-of.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { askChannel } from './ask-channel.ts'
import { cacheGone } from './cache-gone.ts'
import { cachedContentKind, fieldOf, readCachedContent, showCachedContent, writeCachedContent, type NativeCache } from './cached-content.ts'
import { findCache, type FoundCache } from './find-cache.ts'
import { readLifetime, type Lifetime } from './read-lifetime.ts'
import { watchForLoss } from './watch-for-loss.ts'

const defaultPage = 100
const mostOnPage = 1000
/** Documents come with all that they hold: so many are read at once, and a page ends after so many bytes, however many it may have. */
const readAtOnce = 4
const bytesOnPage = 16 * 1024 * 1024

/** `GET cachedContents`: those of the caller's key, the oldest first, by pages. */
export function listCaches(exchange: Exchange): void {
  void guardAsync(exchange, async () => {
    const query = queryOf(exchange.request.url ?? '')
    const size = query.get('pageSize') ?? query.get('page_size') ?? String(defaultPage)
    if (!/^\d{1,9}$/.test(size)) return answerFailure(exchange, invalidRequest(`a number from 1 to ${mostOnPage} is expected`, '/pageSize'))
    // What is 0 for protobuf was not said.
    const limit = Math.min(Number(size) || defaultPage, mostOnPage)
    const token = query.get('pageToken') ?? query.get('page_token') ?? ''
    const after = readToken(token)
    if (token !== '' && after === undefined) return answerFailure(exchange, invalidRequest('not a token of this list', '/pageToken'))
    const { shown, next } = await readPage(exchange, limit, after)
    answerJson(exchange, {
      ...(shown.length > 0 && { cachedContents: shown }),
      ...(next && { nextPageToken: printToken(next) }),
    })
  })
}

/** At most `limit` of them, as clients are shown them, and the place after which there are more. */
async function readPage(exchange: Exchange, limit: number, start?: Place): Promise<{ shown: readonly JsonObject[]; next?: Place }> {
  const { gateway, key } = exchange
  const shown: JsonObject[] = []
  const list = async (most: number, after: Place | undefined): Promise<readonly StoredDocument[]> => {
    const page = { owner: key?.id ?? '', now: Date.now(), limit: most, order: 'oldest-first', ...(after && { after }) } as const
    return gateway.store.documents.list(cachedContentKind, page)
  }
  let place = start
  let size = 0
  while (shown.length < limit && size < bytesOnPage && !exchange.over) {
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

export function getCache(exchange: Exchange, id: string): void {
  withCache(exchange, id, async ({ document }) => answerJson(exchange, showCachedContent(document)))
}

/** `PATCH`: nothing but when it ends can change. */
export function changeCache(exchange: Exchange, { body }: ParsedBody, id: string): void {
  const other = Object.keys(body).find((name) => !['ttl', 'expireTime', 'expire_time', 'name'].includes(name))
  if (other !== undefined) return answerFailure(exchange, invalidRequest('only ttl or expireTime can be changed', pointer('', other)))
  if (fieldOf(body, 'ttl') === undefined && fieldOf(body, 'expireTime') === undefined)
    return answerFailure(exchange, invalidRequest('ttl or expireTime is required', '/ttl'))
  const lifetime = readLifetime(body, Date.now())
  if ('failure' in lifetime) return answerFailure(exchange, lifetime)
  withCache(exchange, id, async (found) => {
    const { channel, content } = found
    if (!channel || !content.native) return change(exchange, found, lifetime)
    const field = fieldOf(body, 'ttl') === undefined ? 'expireTime' : 'ttl'
    watchForLoss(exchange, found.document, true, () => answerFailure(exchange, cacheGone()))
    askChannel(
      exchange,
      targetOf(channel),
      { method: 'PATCH', path: `${pathOf(content.native)}?updateMask=${field}`, body: { [field]: fieldOf(body, field) ?? null } },
      async (reply) => change(exchange, found, lifetimeOf(reply) ?? lifetime),
    )
  })
}

export function deleteCache(exchange: Exchange, id: string): void {
  withCache(exchange, id, async (found) => {
    const { channel, content } = found
    const end = async (): Promise<void> => {
      await exchange.gateway.store.documents.delete(cachedContentKind, found.document.id)
      answerJson(exchange, {})
    }
    if (!channel || !content.native) return end()
    watchForLoss(exchange, found.document, true, () => answerJson(exchange, {}))
    askChannel(exchange, targetOf(channel), { method: 'DELETE', path: pathOf(content.native) }, end)
  })
}

function withCache(exchange: Exchange, id: string, serve: (found: FoundCache) => Promise<void>): void {
  void guardAsync(exchange, async () => {
    const found = await findCache(exchange, id)
    if (exchange.over) return
    if (found === undefined) return answerFailure(exchange, cacheGone())
    await serve(found)
  })
}

/** The last of several that change it at once wins; what is gone meanwhile is not changed any more. */
async function change(exchange: Exchange, found: FoundCache, { expireTime, expiresAt }: Lifetime): Promise<void> {
  let last: FoundCache | undefined = found
  while (last !== undefined) {
    const { document, content } = last
    const changed = { ...content, expireTime, updateTime: printTime(Date.now()) }
    const next = { ...document, expiresAt, body: writeCachedContent(changed) }
    if (await exchange.gateway.store.documents.replace(next)) return answerJson(exchange, showCachedContent(next))
    last = await findCache(exchange, document.id)
  }
  answerFailure(exchange, cacheGone())
}

function lifetimeOf({ expireTime }: JsonObject): Lifetime | undefined {
  const expiresAt = typeof expireTime === 'string' ? readTime(expireTime) : undefined
  return expiresAt === undefined ? undefined : { expireTime: String(expireTime), expiresAt }
}

function pathOf({ name }: NativeCache): string {
  return `/v1beta/${name}`
}

/** No model is asked. */
function targetOf(channel: Channel): Target {
  return { channel, model: '', renamed: false, listed: '' }
}

/** A place in the list. */
interface Place {
  readonly createdAt: number
  readonly id: string
}

function printToken({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify({ createdAt, id })).toString('base64url')
}

function readToken(token: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (!isJsonObject(value)) return undefined
    const { createdAt, id } = value
    // Anybody can write such a token: a database takes no other numbers.
    return Number.isSafeInteger(createdAt) && typeof id === 'string' ? { createdAt: Number(createdAt), id } : undefined
  } catch {
    return undefined
  }
}
