import { isJsonObject } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, Count, GenerateRequest, Json, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { checkContents, findMember } from './check-contents.ts'
import { checkThinking } from './check-thinking.ts'
import { decodeBody } from './decode-request.ts'
import { encodeBody } from './encode-request.ts'
import { addRest, hintOf, keep, restOf, withHint } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { bareModel, encodeModelPath } from './model-path.ts'
import { readDialect } from './profiles.ts'
import { readSpelling, encodeSpelling } from './spelling.ts'
import { countSchema } from './wire/count-schema.ts'
import { countRequestSchema, requestSchema } from './wire/request-schemas.ts'
import type { WireCount, WireCountRequest } from './wire/wire-request.ts'

const member = 'generateContentRequest'

/**
 * Checks both shapes of the body: a whole request under `generateContentRequest`, or its members beside `contents`.
 * https://ai.google.dev/api/tokens
 */
export function parseCountRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireCountRequest> {
  checkLimits('contents', message.body, context.limits)
  check(countRequestSchema, message.body, '')
  const body = message.body as WireCountRequest // the schema has just shown that it is one
  checkContents(body, '')
  const nested = findMember(body, member, '')
  if (nested && isJsonObject(nested.value)) {
    check(requestSchema, nested.value, nested.at)
    checkContents(nested.value, nested.at)
    checkThinking(nested.value, nested.at, context)
  } else if (findMember(body, 'contents', '') === undefined) check(requestSchema, message.body, '')
  return message as WireMessage<WireCountRequest> // checked above
}

export function decodeCountRequest(message: WireMessage<WireCountRequest>, context: Context): GenerateRequest {
  const nested = findMember(message.body, member, '')
  if (nested === undefined || !isJsonObject(nested.value)) return decodeBody(message.body, '', message.path, context)
  const request = decodeBody(nested.value, nested.at, message.path, context)
  const { wire, snake } = readSpelling(message.body, new Set([member]))
  const { [member]: _, ...beside } = wire
  const count: JsonDraft = snake === undefined ? { beside } : { beside, snake }
  return { ...request, extensions: withHint(request, { count }) }
}

/** Keys of a request that counting does not take. */
const outputKeys: ReadonlySet<string> = new Set(['safetySettings', 'labels', 'serviceTier', 'store', 'cachedContent', 'toolConfig'])

/**
 * Encodes a request for a count in its original shape; that of another format within `generateContentRequest`, or for Vertex beside the
 * contents.
 */
export function encodeCountRequest(request: GenerateRequest, context: Context): WireMessage<WireCountRequest> {
  const { prefix } = readDialect(context.dialect)
  return {
    path: encodeModelPath(prefix, { model: request.model, method: 'countTokens' }),
    query: {},
    headers: { 'content-type': 'application/json' },
    body: encodeCountBody(request, context),
  }
}

function encodeCountBody(request: GenerateRequest, context: Context): WireCountRequest {
  const body = encodeBody(request)
  const { count, version } = hintOf(request)
  if (isJsonObject(count)) {
    const wire = addRest({ [member]: body }, isJsonObject(count.beside) ? count.beside : {})
    return encodeSpelling(wire, count.snake)
  }
  if (version !== undefined) return body
  let small: JsonDraft = {}
  for (const key in body) {
    const value = body[key]
    if (value !== undefined && !outputKeys.has(key)) small = keep(small, key, value)
  }
  if (readDialect(context.dialect).server === 'vertex' || Object.keys(small).length === 1) return small
  return { [member]: { model: `models/${bareModel(request.model)}`, ...small } }
}

export function parseCountResponse(reply: WireReply<unknown>): WireReply<WireCount> {
  check(countSchema, reply.body, '')
  return reply as WireReply<WireCount> // the schema has just shown that it is one
}

export function decodeCountResponse(reply: WireReply<WireCount>, _context: Context): Count {
  const { totalTokens, ...rest } = reply.body
  const hint: JsonObject | undefined = totalTokens === undefined ? { totalTokens: 'absent' } : undefined
  const kept: Json | undefined = Object.keys(rest).length === 0 ? undefined : rest
  const inputTokens = totalTokens ?? 0
  if (kept === undefined && hint === undefined) return { inputTokens }
  return { inputTokens, extensions: { contents: { ...(isJsonObject(kept) && { rest: kept }), ...(hint && { hint }) } } }
}

export function encodeCountResponse(count: Count, _context: Context): WireReply<WireCount> {
  const wire: JsonDraft = hintOf(count).totalTokens === 'absent' && count.inputTokens === 0 ? {} : { totalTokens: count.inputTokens }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (count.estimated) headers['interlingua-estimated'] = 'true'
  return { status: 200, headers, body: addRest(wire, restOf(count)) }
}
