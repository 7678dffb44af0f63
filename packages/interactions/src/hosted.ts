import { isJsonObject, pointer } from '@interlingua/core'
import type { HostedCallPart, HostedResultPart, Json, JsonObject, Part, Pointer, Seal } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import { decodeContent, encodeContent } from './contents.ts'
import { decodeSeal, encodeSeal } from './seals.ts'
import { format, hintOf, keep, restore } from './wire.ts'

/** Families of the tools that the service runs, by the beginning of their types. */
export const families: Readonly<Record<string, string>> = {
  google_search: 'web-search',
  url_context: 'web-fetch',
  code_execution: 'code-execution',
  file_search: 'file-search',
  google_maps: 'maps',
  retrieval: 'retrieval',
  mcp_server_tool: 'mcp',
  processing: 'processing',
}

const callKeys: ReadonlySet<string> = new Set(['type', 'id', 'name', 'server_name', 'arguments'])
const resultKeys: ReadonlySet<string> = new Set(['type', 'call_id', 'is_error', 'result'])

/** A call or a result of a hosted tool; `undefined`: the step is none that is known. */
export function decodeHosted(wire: JsonObject, at: Pointer, model: string | undefined): HostedCallPart | HostedResultPart | undefined {
  const { type, signature } = wire
  const [, family, kind] = /^(\w+)_(call|result)$/.exec(String(type)) ?? []
  if (family === undefined || !Object.hasOwn(families, family)) return undefined
  const seal = typeof signature === 'string' ? decodeSeal(signature, model) : undefined
  const { signature: _, ...bare } = wire
  const own = seal === undefined ? wire : bare
  const hint = { type: String(type) }
  const sealed: { readonly seal?: Seal } = seal === undefined ? {} : { seal }
  if (kind === 'result') {
    const { call_id: callId, is_error: isError, result } = wire
    const parts = readResult(result, pointer(at, 'result'))
    const listed = Array.isArray(result) && parts[0]?.type !== 'opaque'
    const part: HostedResultPart = {
      type: 'hosted-result',
      callId: typeof callId === 'string' ? callId : '',
      ...(typeof isError === 'boolean' && { isError }),
      parts,
      ...sealed,
      at,
    }
    return keep(part, own, resultKeys, listed ? { ...hint, result: 'contents' } : hint)
  }
  const { id, name, server_name: server, arguments: given } = wire
  const part: HostedCallPart = {
    type: 'hosted-call',
    callId: typeof id === 'string' ? id : '',
    family: families[family] ?? family,
    ...(typeof name === 'string' && { name }),
    ...(typeof server === 'string' && { server }),
    arguments: given === undefined ? '' : JSON.stringify(given),
    ...sealed,
    at,
  }
  return keep(part, own, callKeys, hint)
}

function readResult(result: Json | undefined, at: Pointer): readonly Part[] {
  if (result === undefined) return []
  if (typeof result === 'string') return [{ type: 'text', text: result, at }]
  const list = Array.isArray(result) ? (result as readonly Json[]) : [] // JSON
  if (list.length > 0 && list.every((entry) => isJsonObject(entry) && (entry['type'] === 'text' || entry['type'] === 'image')))
    return list.filter(isJsonObject).map((entry, index) => decodeContent(entry, pointer(at, index)))
  return [{ type: 'opaque', format, wire: { result }, at }]
}

/** The step of a hosted part of this format; `undefined`: the part is of another. */
export function encodeHosted(part: HostedCallPart | HostedResultPart): JsonObject | undefined {
  const { type } = hintOf(part)
  if (type === undefined) return undefined
  const signature = encodeSeal(part)
  const sealed = signature === undefined ? {} : { signature }
  if (part.type === 'hosted-result') {
    const { callId, isError, parts } = part
    const wire = {
      type,
      ...(callId !== '' && { call_id: callId }),
      ...(isError !== undefined && { is_error: isError }),
      ...writeResult(parts, hintOf(part).result === 'contents'),
      ...sealed,
    }
    return restore<JsonObject>(wire, part)
  }
  const { callId, name, server, arguments: text } = part
  const wire = {
    type,
    ...(callId !== '' && { id: callId }),
    ...(name !== undefined && { name }),
    ...(server !== undefined && { server_name: server }),
    ...(text !== '' && { arguments: parseExactJson(text) ?? {} }),
    ...sealed,
  }
  return restore<JsonObject>(wire, part)
}

function writeResult(parts: readonly Part[], list: boolean): JsonObject {
  const [only] = parts
  if (only === undefined) return list ? { result: [] } : {}
  if (only.type === 'opaque') return only.wire
  if (!list && only.type === 'text') return { result: only.text }
  return { result: parts.flatMap((part) => encodeContent(part) ?? []) }
}
