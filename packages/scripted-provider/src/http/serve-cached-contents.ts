import { isJsonObject, printTime, readTime } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { CachedContent } from '../contents/cached-content-store.ts'
import { readRequest } from '../contents/read-request.ts'
import { refuseContents } from '../contents/refuse-contents.ts'
import { cachedContentPatchShape, cachedContentShape } from '../contents/shapes/cached-content-shape.ts'
import { countPromptTokens } from '../count-prompt-tokens.ts'
import { Misfit } from '../shape/misfit.ts'
import { phraseMisfit } from '../contents/phrase-misfit.ts'
import { keyOf } from './key-of.ts'
import type { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** Below this many tokens there is no cache, as with the vendor. */
const smallest = 1024
const anHour = '3600s'

/** `cachedContents`: create, list, get, change when it ends, delete. https://ai.google.dev/api/caching */
export async function serveCachedContents(exchange: Exchange, dialect: ServedDialect): Promise<void> {
  const { path, query, request, state } = exchange
  const key = keyOf(exchange) ?? ''
  const name = path.replace(/^\/v1(?:beta)?\//, '')
  try {
    if (name === 'cachedContents') {
      if (request.method === 'POST') return sendJson(exchange, 200, await create(exchange, key))
      return sendJson(exchange, 200, list(state.cachedContents.list(key), query))
    }
    const found = state.cachedContents.get(name, key)
    if (found === undefined)
      return sendFailure(exchange, dialect, refuseContents('CachedContent not found (or permission denied)', undefined, 403, 'permission'))
    if (request.method === 'DELETE') {
      state.cachedContents.delete(name)
      return sendJson(exchange, 200, {})
    }
    return sendJson(exchange, 200, request.method === 'PATCH' ? await change(exchange, found) : print(found))
  } catch (error) {
    if (error instanceof Misfit) sendFailure(exchange, dialect, phraseMisfit(error))
    else if (error instanceof Refusal) sendFailure(exchange, dialect, refuseContents(error.message, error.field))
    else throw error
  }
}

async function create(exchange: Exchange, key: string): Promise<JsonObject> {
  const { state } = exchange
  const { model, displayName, ttl, expireTime, ...body } = cachedContentShape(await readJson(exchange), undefined)
  const tokens = countPromptTokens(readRequest(body, model, false))
  if (tokens < smallest) throw new Refusal(`Cached content is too small. total_token_count=${tokens}, min_total_token_count=${smallest}`)
  // Ends are real: the clock of the answers stands still, and nothing would ever end.
  const now = Date.now()
  const content: CachedContent = {
    name: state.cachedContents.newName(),
    key,
    model: model.startsWith('models/') ? model : `models/${model}`,
    ...(displayName !== undefined && { displayName }),
    tokens,
    body,
    createTime: printTime(now),
    updateTime: printTime(now),
    expireTime: endOf(now, ttl, expireTime),
  }
  state.cachedContents.put(content)
  return print(content)
}

async function change(exchange: Exchange, content: CachedContent): Promise<JsonObject> {
  const { state } = exchange
  const { ttl, expireTime } = cachedContentPatchShape(await readJson(exchange), undefined)
  const now = Date.now()
  const changed = { ...content, updateTime: printTime(now), expireTime: endOf(now, ttl, expireTime) }
  state.cachedContents.put(changed)
  return print(changed)
}

function list(contents: readonly CachedContent[], { pageSize, pageToken }: Readonly<Record<string, string>>): JsonObject {
  const start = pageToken === undefined ? 0 : contents.findIndex(({ name }) => name === pageToken) + 1
  const page = contents.slice(start, start + Number(pageSize ?? 100))
  const last = page.at(-1)
  const more = last !== undefined && last !== contents.at(-1)
  return { ...(page.length > 0 && { cachedContents: page.map(print) }), ...(more && { nextPageToken: last.name }) }
}

function print({ key: _key, body: _body, tokens, ...content }: CachedContent): JsonObject {
  return { ...content, usageMetadata: { totalTokenCount: tokens } }
}

function endOf(now: number, ttl: string | undefined, expireTime: string | undefined): string {
  if (ttl !== undefined && expireTime !== undefined) throw new Refusal('only one of ttl and expire_time may be set', 'ttl')
  if (expireTime !== undefined && readTime(expireTime) === undefined) throw new Refusal("Invalid value at 'expire_time'", 'expire_time')
  const seconds = /^(\d+(?:\.\d{1,9})?)s$/.exec(ttl ?? anHour)?.[1]
  if (seconds === undefined) throw new Refusal("Invalid value at 'ttl' (type.googleapis.com/google.protobuf.Duration)", 'ttl')
  return expireTime ?? printTime(now + Number(seconds) * 1000)
}

/** A refusal in the vendor's words. */
class Refusal extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

async function readJson(exchange: Exchange): Promise<Json> {
  try {
    const body: unknown = JSON.parse((await readBody(exchange)) ?? '')
    if (isJsonObject(body)) return body
  } catch {
    // told below
  }
  throw new Refusal('Invalid JSON payload received.')
}
