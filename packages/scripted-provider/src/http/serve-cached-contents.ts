import { isJsonObject } from '@interlingua/core'
import { formatTime, parseTime } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'
import type { CachedContent } from '../contents/cached-content-store.ts'
import { readRequest } from '../contents/read-request.ts'
import { refuseContents } from '../contents/refuse-contents.ts'
import { cachedContentPatchShape, cachedContentShape } from '../contents/shapes/cached-content-shape.ts'
import { countPromptTokens } from '../count-prompt-tokens.ts'
import { ValidationError } from '../shape/validation-error.ts'
import { formatValidationError } from '../contents/format-validation-error.ts'
import { keyOf } from './key-of.ts'
import type { DemoRequest } from './demo-request.ts'
import { readBody } from './read-body.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** The number of tokens below which the vendor refuses to cache. */
const smallest = 1024
const anHour = '3600s'

/** Serves `cachedContents`: create, list, get, change of the expiry, delete. https://ai.google.dev/api/caching */
export async function serveCachedContents(demoRequest: DemoRequest, dialect: ServedDialect): Promise<void> {
  const { path, query, request, state } = demoRequest
  const key = keyOf(demoRequest) ?? ''
  const name = path.replace(/^\/v1(?:beta)?\//, '')
  try {
    if (name === 'cachedContents') {
      if (request.method === 'POST') return sendJson(demoRequest, 200, await create(demoRequest, key))
      return sendJson(demoRequest, 200, list(state.cachedContents.list(key), query))
    }
    const found = state.cachedContents.get(name, key)
    if (found === undefined)
      return sendFailure(
        demoRequest,
        dialect,
        refuseContents('CachedContent not found (or permission denied)', undefined, 403, 'permission'),
      )
    if (request.method === 'DELETE') {
      state.cachedContents.delete(name)
      return sendJson(demoRequest, 200, {})
    }
    return sendJson(demoRequest, 200, request.method === 'PATCH' ? await change(demoRequest, found) : encode(found))
  } catch (error) {
    if (error instanceof ValidationError) sendFailure(demoRequest, dialect, formatValidationError(error))
    else if (error instanceof Refusal) sendFailure(demoRequest, dialect, refuseContents(error.message, error.field))
    else throw error
  }
}

async function create(demoRequest: DemoRequest, key: string): Promise<JsonObject> {
  const { state } = demoRequest
  const { model, displayName, ttl, expireTime, ...body } = cachedContentShape(await readJson(demoRequest), undefined)
  const tokens = countPromptTokens(readRequest(body, model, false))
  if (tokens < smallest) throw new Refusal(`Cached content is too small. total_token_count=${tokens}, min_total_token_count=${smallest}`)
  // Expiry follows the real clock, because that of the answers stands still.
  const now = Date.now()
  const content: CachedContent = {
    name: state.cachedContents.newName(),
    key,
    model: model.startsWith('models/') ? model : `models/${model}`,
    ...(displayName !== undefined && { displayName }),
    tokens,
    body,
    createTime: formatTime(now),
    updateTime: formatTime(now),
    expireTime: endOf(now, ttl, expireTime),
  }
  state.cachedContents.put(content)
  return encode(content)
}

async function change(demoRequest: DemoRequest, content: CachedContent): Promise<JsonObject> {
  const { state } = demoRequest
  const { ttl, expireTime } = cachedContentPatchShape(await readJson(demoRequest), undefined)
  const now = Date.now()
  const changed = { ...content, updateTime: formatTime(now), expireTime: endOf(now, ttl, expireTime) }
  state.cachedContents.put(changed)
  return encode(changed)
}

function list(contents: readonly CachedContent[], { pageSize, pageToken }: Readonly<Record<string, string>>): JsonObject {
  const start = pageToken === undefined ? 0 : contents.findIndex(({ name }) => name === pageToken) + 1
  const page = contents.slice(start, start + Number(pageSize ?? 100))
  const last = page.at(-1)
  const more = last !== undefined && last !== contents.at(-1)
  return { ...(page.length > 0 && { cachedContents: page.map(encode) }), ...(more && { nextPageToken: last.name }) }
}

function encode({ key: _key, body: _body, tokens, ...content }: CachedContent): JsonObject {
  return { ...content, usageMetadata: { totalTokenCount: tokens } }
}

function endOf(now: number, ttl: string | undefined, expireTime: string | undefined): string {
  if (ttl !== undefined && expireTime !== undefined) throw new Refusal('only one of ttl and expire_time may be set', 'ttl')
  if (expireTime !== undefined && parseTime(expireTime) === undefined) throw new Refusal("Invalid value at 'expire_time'", 'expire_time')
  const seconds = /^(\d+(?:\.\d{1,9})?)s$/.exec(ttl ?? anHour)?.[1]
  if (seconds === undefined) throw new Refusal("Invalid value at 'ttl' (type.googleapis.com/google.protobuf.Duration)", 'ttl')
  return expireTime ?? formatTime(now + Number(seconds) * 1000)
}

/** Thrown for a refusal in the vendor's wording. */
class Refusal extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

async function readJson(demoRequest: DemoRequest): Promise<Json> {
  try {
    const body: unknown = JSON.parse((await readBody(demoRequest)) ?? '')
    if (isJsonObject(body)) return body
  } catch {
    // reported below
  }
  throw new Refusal('Invalid JSON payload received.')
}
