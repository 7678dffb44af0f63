import { isJsonObject } from '@interlingua/core'
import type { HostedResultPart, Json, JsonObject, Part, Pointer, SearchResultPart } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, nestedRest, restOf, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeCodeOutput, encodeCodeOutput } from './code-output.ts'
import { encodeContent } from './tool-result.ts'
import { partFields } from './part-fields.ts'

const errorKeys = new Set(['type', 'error_code'])
const codeKeys: ReadonlySet<string> = new Set(['error_code'])
const fetchKeys = new Set(['type', 'content'])
const searchKeys = new Set(['type', 'url', 'title'])

/**
 * Decodes a `*_tool_result` block, the result of a hosted tool. `hint.type` is the block's type, `hint.content` the shape of its content.
 */
export function decodeHostedResult(wire: JsonObject, at: Pointer, scope: DecodeScope): HostedResultPart {
  const part: Draft<HostedResultPart> = { type: 'hosted-result', callId: '', parts: [], at, fields: partFields }
  let rest: JsonDraft | undefined
  const hint: JsonDraft = { type: wire.type ?? null }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'tool_use_id' && typeof value === 'string') part.callId = value
    else if (key === 'is_error' && typeof value === 'boolean') part.isError = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'content') rest = decodeResultContent(part, value, hint, rest, `${at}/content`, scope)
    else rest = keep(rest, key, value)
  }
  // The exit code marks an error here, while other formats have a flag.
  if (hint.code !== undefined && part.isError === undefined) {
    part.isError = true
    hint.failed = 'code'
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  return part
}

function decodeResultContent(
  part: Draft<HostedResultPart>,
  content: Json,
  hint: JsonDraft,
  rest: JsonDraft | undefined,
  at: Pointer,
  scope: DecodeScope,
): JsonDraft | undefined {
  if (typeof content === 'string') {
    part.parts = [{ type: 'text', text: content, at }]
    hint.content = 'string'
    return rest
  }
  if (Array.isArray(content)) {
    part.parts = content.map((item, index) => decodeItem(item, `${at}/${index}`, scope))
    hint.content = 'array'
    return rest
  }
  if (!isJsonObject(content)) return keep(rest, 'content', content)
  if (typeof content.error_code === 'string') {
    part.isError = true
    part.errorCode = content.error_code
    hint.content = 'error'
    // Nearly always the type of the result implies it.
    if (content.type === undefined) hint.error = 'absent'
    const extra = without(content, content.type === usualError(hint) ? errorKeys : codeKeys)
    return extra === undefined ? rest : keep(rest, 'content', extra)
  }
  if (content.type === 'web_fetch_result' && isJsonObject(content.content)) {
    part.parts = scope.blocks([content.content], `${at}/content`)
    hint.content = 'fetched'
    const extra = without(content, fetchKeys)
    return extra === undefined ? rest : keep(rest, 'content', extra)
  }
  if (decodeCodeOutput(part, content, hint, at)) return rest
  part.parts = [{ type: 'opaque', format: 'messages', wire: content, at }]
  hint.content = 'object'
  return rest
}

/** Decodes a result of a web search, or any other block. */
function decodeItem(item: Json, at: Pointer, scope: DecodeScope): Part {
  if (isJsonObject(item) && item.type === 'web_search_result' && typeof item.url === 'string' && typeof item.title === 'string') {
    const part: Draft<SearchResultPart> = { type: 'search-result', url: item.url, title: item.title, parts: [], at }
    const extensions = extensionOf(without(item, searchKeys), { type: 'web_search_result' })
    if (extensions) part.extensions = extensions
    return part
  }
  const [part] = scope.blocks([item], at)
  return part === undefined ? { type: 'text', text: '', at } : { ...part, at }
}

/** Encodes a hosted result; `undefined` if it did not come from this format. */
export function encodeHostedResult(part: HostedResultPart, scope: EncodeScope): WireBlock | undefined {
  const hint = hintOf(part)
  if (typeof hint.type !== 'string') return undefined
  const wire: JsonDraft & { type: string } = { type: hint.type, tool_use_id: part.callId }
  const content = encodeResultContent(part, hint, scope)
  if (content !== undefined) wire.content = content
  if (part.isError !== undefined && hint.content !== 'error' && hint.failed !== 'code') wire.is_error = part.isError
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}

function encodeResultContent(part: HostedResultPart, hint: JsonObject, scope: EncodeScope): Json | undefined {
  const only = part.parts[0]
  switch (hint.content) {
    case 'error':
      return encodeError(part, hint)
    case 'fetched':
      return addRest({ type: 'web_fetch_result', content: scope.blocks(part.parts)[0] ?? null }, nestedRest(part, 'content'))
    case 'code':
      return encodeCodeOutput(part, hint)
    case 'object':
      return only?.type === 'opaque' ? only.wire : undefined
    case 'string':
      return encodeContent(part.parts, 'string', scope)
    case 'array':
      return part.parts.map((item) => encodeItem(item, scope)).filter((item) => item !== undefined)
    default:
      return undefined
  }
}

function encodeError(part: HostedResultPart, hint: JsonObject): Json {
  const rest = nestedRest(part, 'content')
  const typed = hint.error !== 'absent' && !Object.hasOwn(rest, 'type')
  return addRest({ ...(typed && { type: usualError(hint) }), error_code: part.errorCode ?? '' }, rest)
}

/** Usual type of the error in a result of this type. */
function usualError({ type }: JsonObject): string {
  return `${String(type)}_error`
}

function encodeItem(part: Part, scope: EncodeScope): Json | undefined {
  if (part.type === 'search-result' && hintOf(part).type === 'web_search_result')
    return addRest({ type: 'web_search_result', url: part.url, title: part.title }, restOf(part))
  return scope.blocks([part])[0]
}
