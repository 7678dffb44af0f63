import type { AdmittedRequest } from '../server/client-request.ts'
import type { JsonObject, Pointer } from '@interlingua/core'
import { declareNotices, formatTime, parseTime } from '@interlingua/core/adapter'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import { type Channel, credentialOf } from '@interlingua/upstreams'

export const notice = declareNotices('gateway', [], {
  'cache-emulated': {
    kind: 'approximated',
    message:
      'the upstream keeps no cached contents: the gateway does, and sends them with each request, marked for the cache of the upstream',
  },
})

/** Document of a cached content, with the context itself, or with its place at the upstream. */
export interface CachedContent {
  /** Model as clients name it, without `models/`. */
  readonly model: string
  readonly displayName?: string
  /** Times in RFC 3339, kept as the client wrote them, since that may be finer than a number. */
  readonly createTime: string
  readonly updateTime: string
  readonly expireTime: string
  readonly tokens: number
  /** Bytes of the request that made it. */
  readonly size?: number
  readonly native?: NativeCache
  /** Fields `contents`, `systemInstruction`, `tools` and `toolConfig` as they came; absent if the upstream keeps them. */
  readonly context?: JsonObject
}

export interface NativeCache {
  readonly channel: string
  /** Name at the upstream, `cachedContents/…`. */
  readonly name: string
  /** Credential of the channel that made it, hashed; the content is invisible to others. */
  readonly credential: string
}

/** The kind of these documents in the store. */
export const cachedContentKind = 'cached-content'

const namePrefix = 'cachedContents/'

export function readCachedContent({ body }: StoredDocument): CachedContent {
  return body as unknown as CachedContent // written by `writeCachedContent`
}

export function writeCachedContent(content: CachedContent): JsonObject {
  return content as unknown as JsonObject // strings, a number, and JSON
}

/** Document for clients, in the vendor's form: never the context itself. https://ai.google.dev/api/caching#CachedContent */
export function showCachedContent(document: StoredDocument): JsonObject {
  const { model, displayName, createTime, updateTime, expireTime, tokens } = readCachedContent(document)
  return {
    name: `${namePrefix}${document.id}`,
    model: `models/${model}`,
    ...(displayName !== undefined && { displayName }),
    createTime,
    updateTime,
    expireTime,
    usageMetadata: { totalTokenCount: tokens },
  }
}

/** A field by its name in camel case, or in snake case, which Google's servers take as well. */
export function fieldOf(body: JsonObject, name: string): JsonObject[string] | undefined {
  return body[name] ?? body[snakeOf(name)]
}

/** Names in snake case by those in camel case, few since only fields of the format are asked for. */
const snakeNames = new Map<string, string>()

/** Converts a field name of the format to snake case. `name` is never a caller's word, so the map stays small. */
export function snakeOf(name: string): string {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/** Id of a model named alone, as `models/{id}`, or as Google's cloud names it, with or without project and location. */
export function modelId(text: string): string {
  return /^(?:projects\/[^/]+\/locations\/[^/]+\/)?(?:publishers\/google\/)?models\/(.*)$/s.exec(text)?.[1] ?? text
}

/** Id of `cachedContents/{id}`, which Google's cloud prefixes with project and location; undefined for other names. */
export function cacheId(text: string): string | undefined {
  return /^(?:projects\/[^/]+\/locations\/[^/]+\/)?cachedContents\/([^/]*)$/.exec(text)?.[1]
}

/** Cached content of the caller's key, with the channel whose upstream keeps it, if one does. */
export interface FoundCache {
  readonly document: StoredDocument
  readonly content: CachedContent
  readonly channel?: Channel
}

/** Finds a cached content; undefined if it is missing, another key's, or gone with the credential that made it. */
export async function findCache(admitted: AdmittedRequest, id: string): Promise<FoundCache | undefined> {
  const { gateway } = admitted.client
  const { key } = admitted.grant
  const document = await gateway.store.documents.get(cachedContentKind, id, Date.now())
  if (document === undefined || document.owner !== (key?.id ?? '')) return undefined
  const content = readCachedContent(document)
  if (content.native === undefined) return { document, content }
  const { channel: name, credential } = content.native
  const channel = gateway.channels.find((candidate) => candidate.name === name)
  return channel && credentialOf(channel) === credential ? { document, content, channel } : undefined
}

/**
 * Failure for a cached content that is missing, another key's, ended, or made with a lost credential; like the vendor, it does not say which.
 * `place`: pointer to its name in the request's body; absent for a name in the path.
 */
export function cacheGone(place?: Pointer): FailureReply {
  const failure = { code: 'permission', message: 'CachedContent not found (or permission denied)', retryable: false, status: 403 } as const
  return { failure: place === undefined ? failure : { ...failure, path: place } }
}

/** End of a cached content: as text, and in milliseconds since the epoch. */
export interface Lifetime {
  readonly expireTime: string
  readonly expiresAt: number
}

const anHour = '3600s'
/** Last millisecond that RFC 3339 and protobuf's Timestamp can hold. */
const endOfTime = 253_402_300_799_999

/** Reads `ttl` (`300s`, up to nine decimals) or `expireTime` (RFC 3339), of which only one may be given. Default: an hour. */
export function readLifetime(body: JsonObject, now: number): Lifetime | FailureReply {
  const ttl = fieldOf(body, 'ttl')
  const expireTime = fieldOf(body, 'expireTime')
  if (ttl !== undefined && expireTime !== undefined) return invalidRequest('only one of ttl and expireTime may be given', '/ttl')
  if (expireTime !== undefined) {
    const expiresAt = typeof expireTime === 'string' ? parseTime(expireTime) : undefined
    if (typeof expireTime !== 'string' || expiresAt === undefined)
      return invalidRequest('a time is expected, such as 2026-01-31T12:00:00Z', '/expireTime')
    return expiresAt <= now ? invalidRequest('the time has passed', '/expireTime') : { expireTime, expiresAt }
  }
  const seconds = typeof (ttl ?? anHour) === 'string' ? /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(String(ttl ?? anHour))?.[1] : undefined
  if (seconds === undefined) return invalidRequest('a duration in seconds is expected, such as 300s or 3.5s', '/ttl')
  const expiresAt = now + Math.round(Number(seconds) * 1000)
  if (expiresAt > endOfTime) return invalidRequest('no time is that far away', '/ttl')
  return { expireTime: formatTime(expiresAt), expiresAt }
}
