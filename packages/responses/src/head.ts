import { isJsonObject } from '@interlingua/core'
import { mergeExtensions } from '@interlingua/core/adapter'
import type { Context, Extensions, GenerateResponse, Json, JsonObject, Pointer, Usage } from '@interlingua/core'
import { echoKeys, echoOf } from './echo.ts'
import { addRest, extensionOf, format, hintOf, keep, restOf, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { encodeUsage, decodeUsage } from './usage.ts'

/** Members of a response beside its items, its end and its failure: the same in documents and in the snapshots of a stream. */
export type Head = Pick<GenerateResponse, 'id' | 'model' | 'createdAt' | 'serviceTier' | 'usage' | 'extensions'>

const always = ['id', 'object', 'created_at', 'model', 'status', 'error', 'incomplete_details', 'output'] as const
const answerKeys: ReadonlySet<string> = new Set(always)

/** Kinds of keys, so that each of a response's many keys is looked up once: those of every response, and echoes. */
const places: ReadonlyMap<string, 'answer' | 'echo'> = new Map([
  ...always.map((key) => [key, 'answer'] as const),
  ...[...echoKeys].map((key) => [key, 'echo'] as const),
])

export function blankHead(): Draft<Head> {
  return { id: '', model: '' }
}

/** Decodes a head into `head`, which may be a whole response under construction. */
export function decodeHead<T extends Draft<Head>>(wire: JsonObject, head: T): T {
  if (typeof wire.id === 'string') head.id = wire.id
  if (typeof wire.model === 'string') head.model = wire.model
  if (typeof wire.created_at === 'number') head.createdAt = wire.created_at * 1000
  if (typeof wire.service_tier === 'string') head.serviceTier = wire.service_tier
  if (isJsonObject(wire.usage)) head.usage = decodeUsage(wire.usage)
  const echo: JsonDraft = {}
  const hint: JsonDraft = { echo }
  let rest: JsonDraft | undefined
  let found = 0
  for (const key in wire) {
    const value = wire[key]
    const place = places.get(key)
    if (place === 'answer') {
      found++
      if ((key === 'id' || key === 'model') && value !== undefined && typeof value !== 'string') rest = keep(rest, key, value)
    } else if (value === undefined) continue
    else if (key === 'output_text' && value !== textOf(wire.output)) rest = keep(rest, key, value)
    else if (place === 'echo') echo[key] = value
    else if (key === 'tool_usage') rest = readToolUsage(value, head, rest, echo)
    else if (!isModelled(key, value)) rest = keep(rest, key, value)
  }
  if (found < always.length) hint.absent = always.filter((key) => !Object.hasOwn(wire, key))
  if (wire.object !== undefined && wire.object !== 'response') hint.object = wire.object
  if (wire.created_at === null) hint.created = null
  const extensions = extensionOf(rest, hint)
  if (extensions) head.extensions = extensions
  return head
}

/** Adds keys that only a response of this format repeats. */
export function addEcho(head: Draft<Head>, echo: JsonObject): void {
  const told = hintOf(head).echo
  head.extensions = mergeExtensions(head.extensions, extensionOf(undefined, { echo: { ...(isJsonObject(told) && told), ...echo } })) ?? {}
}

/** Texts of all messages, joined, as some servers repeat them in `output_text`. */
function textOf(output: Json | undefined): string {
  const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []) // an array of JSON values
  const parts = list(output).flatMap((item) => (isJsonObject(item) && item.type === 'message' ? list(item.content) : []))
  return parts.map((part) => (isJsonObject(part) && part.type === 'output_text' && typeof part.text === 'string' ? part.text : '')).join('')
}

function isModelled(key: string, value: Json): boolean {
  return key === 'service_tier' ? typeof value === 'string' : key === 'usage' && isJsonObject(value)
}

/** Counts searches; other tool usage stays as it is, and counts of 0 are only spelling. */
function readToolUsage(value: Json, head: Draft<Head>, rest: JsonDraft | undefined, echo: JsonDraft): JsonDraft | undefined {
  let left = value
  if (isJsonObject(value) && isJsonObject(value.web_search) && head.usage) {
    const { num_requests: count, ...others } = value.web_search
    if (typeof count === 'number' && count > 0) {
      head.usage = withRequests(head.usage, count)
      left = { ...value, web_search: others }
    }
  }
  if (!isIdle(left)) return keep(rest, 'tool_usage', left)
  keep(echo, 'tool_usage', left)
  return rest
}

/**
 * Adds the number of searches, which stand beside the usage: if no key of the usage is left unread, all its places follow from the response
 * itself.
 */
function withRequests(usage: Usage, count: number): Usage {
  const counted = { ...usage, requests: { 'web-search': count } }
  if (restOf(usage) !== none) return { ...counted, fields: { ...usage.fields, requests: '' } }
  const fields: Record<string, Pointer> = { requests: '/tool_usage/web_search/num_requests' }
  for (const [field, place] of Object.entries(usage.fields ?? {})) fields[field] = `/usage${place}`
  return { ...counted, at: '', fields }
}

const none = restOf({})

function isIdle(value: Json): boolean {
  return isJsonObject(value) ? Object.values(value).every((inner) => inner !== undefined && isIdle(inner)) : value === 0
}

/** Value of a response that did not use the tool. https://platform.openai.com/docs/api-reference/responses/object (tool_usage) */
const noImages: JsonObject = {
  input_tokens: 0,
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
  output_tokens: 0,
  total_tokens: 0,
}

/** End of a response, in wire keys. */
export interface WireEnd {
  readonly status: string | undefined
  readonly details: Json
  readonly error: Json
}

/** Encodes a response around its items. `echo`: see `echoOf`; the request's, for a response of another format. */
export function encodeHead(head: Head, end: WireEnd, output: readonly Json[], echo: JsonDraft | undefined, context: Context): JsonDraft {
  if (!isOwn(head)) return encodeForeignHead(head, end, output, echo ?? echoOf({}, context), context)
  const hint = hintOf(head)
  const absent: readonly unknown[] = Array.isArray(hint.absent) ? hint.absent : []
  const body: JsonDraft = {}
  const encode = (key: string, value: Json): void => {
    if (!absent.includes(key)) body[key] = value
  }
  if (head.id !== '') body.id = head.id
  encode('object', hint.object ?? 'response')
  if (head.createdAt !== undefined) body.created_at = head.createdAt / 1000
  else if (hint.created === null) body.created_at = null
  if (end.status !== undefined) body.status = end.status
  if (end.error !== null) body.error = end.error
  else encode('error', null)
  if (end.details !== null) body.incomplete_details = end.details
  else encode('incomplete_details', null)
  if (head.model !== '') body.model = head.model
  if (output.length > 0) body.output = output
  else encode('output', [])
  if (head.serviceTier !== undefined) body.service_tier = head.serviceTier
  if (head.usage) writeUsage(body, head.usage, head)
  // A stream without its beginning shows only at its end that it came in this format.
  if (echo) addRest(body, without(echo, answerKeys) ?? {})
  if (isJsonObject(hint.echo)) addRest(body, hint.echo)
  return addRest(body, restOf(head))
}

/** Fills the own keys in a copy of the echo, which has them in their order. */
function encodeForeignHead(head: Head, end: WireEnd, output: readonly Json[], echo: JsonDraft, context: Context): JsonDraft {
  const body: JsonDraft = { ...echo }
  body.id = head.id === '' ? context.newId('resp_') : head.id
  const now = Math.floor(context.now() / 1000)
  const created = head.createdAt === undefined ? now : Math.floor(head.createdAt / 1000)
  body.created_at = created
  body.completed_at = end.status === 'completed' ? Math.max(created, now) : null
  if (end.status === undefined) delete body.status
  else body.status = end.status
  body.error = end.error
  body.incomplete_details = end.details
  body.model = head.model
  body.output = output
  if (head.serviceTier !== undefined) body.service_tier = head.serviceTier
  if (head.usage) writeUsage(body, head.usage, head)
  return body
}

function writeUsage(body: JsonDraft, usage: Usage, head: Head): void {
  body.usage = encodeUsage(usage)
  const searches = usage.requests?.['web-search']
  if (!searches) return
  const told = restOf(head).tool_usage ?? (isJsonObject(hintOf(head).echo) ? (hintOf(head).echo as JsonObject).tool_usage : undefined) // just seen to be one
  const web = { num_requests: searches }
  if (!isJsonObject(told)) body.tool_usage = { image_gen: noImages, web_search: web }
  else body.tool_usage = { ...told, web_search: isJsonObject(told.web_search) ? { ...told.web_search, ...web } : web }
}

/** True for a response that came in this format, and keeps its keys. */
export function isOwn(node: { readonly extensions?: Extensions }): boolean {
  return node.extensions?.[format] !== undefined
}
