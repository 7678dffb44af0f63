import { isOwnFile, sniffImage } from '@interlingua/adapter-kit'
import { isJsonObject, pointer } from '@interlingua/core'
import type { DocumentPart, Json, JsonObject, MediaPart, Part, Pointer, Source, TextPart, ToolResultPart } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { decodeAnnotations, encodeAnnotations } from './citations.ts'
import { format, hintOf, keep, restOf, restore, type Hint } from './wire.ts'

const kinds: ReadonlySet<Json | undefined> = new Set(['image', 'audio', 'video'])
const details: ReadonlySet<Json | undefined> = new Set(['low', 'medium', 'high', 'ultra_high'])
/** Marks a content of which no part is known, beside steps of which none is. */
const unknown = { [format]: { hint: { content: true } } } as const
const textKeys: ReadonlySet<string> = new Set(['type', 'text'])

/** The part of a content: text, media or document; what no part says is opaque. */
export function decodeContent(wire: JsonObject, at: Pointer): Part {
  const { type, text, annotations } = wire
  if (type === 'text' && typeof text === 'string') {
    const said: Hint | undefined = text === '' ? { empty: true } : undefined
    if (!Array.isArray(annotations) || annotations.length === 0) return keep({ type: 'text', text, at }, wire, textKeys, said)
    const { annotations: _, ...others } = wire
    const list = annotations.filter(isJsonObject)
    const { citations, left } = decodeAnnotations(list, text, pointer(at, 'annotations'))
    const part: TextPart = { type: 'text', text, ...(citations.length > 0 && { citations }), at }
    return keep(part, left ? { ...others, annotations: left } : others, textKeys, said)
  }
  if (type === 'function_result') return decodeResult(wire, at, true)
  const source = sourceOf(wire)
  if (source === undefined) return { type: 'opaque', format, wire, at, extensions: unknown }
  const hint = wire['data'] !== undefined && wire['mime_type'] === undefined ? { mime: 'absent' as const } : undefined
  const read = new Set(['type', 'data', 'uri', 'mime_type'])
  if (type === 'document') return keep({ type: 'document', source, at } satisfies DocumentPart, wire, read, hint)
  const { resolution, processing } = wire
  const clip = clipOf(processing)
  const detail = details.has(resolution) ? (resolution === 'ultra_high' ? 'ultra' : (resolution as 'low')) : undefined // a word of the list
  if (detail) read.add('resolution')
  if (clip) read.add('processing')
  const kind = type as MediaPart['kind'] // `sourceOf` looked
  return keep({ type: 'media', kind, source, ...(detail && { detail }), ...(clip && { clip }), at } satisfies MediaPart, wire, read, hint)
}

/** `undefined`: the content is neither media nor a document, or holds nothing. */
function sourceOf({ type, data, uri, mime_type: mime }: JsonObject): Source | undefined {
  if ((!kinds.has(type) && type !== 'document') || (mime !== undefined && typeof mime !== 'string')) return undefined
  if (typeof data === 'string' && uri === undefined)
    return { type: 'inline', mime: mime ?? sniffImage(data) ?? 'application/octet-stream', base64: data }
  if (typeof uri !== 'string' || data !== undefined) return undefined
  const told = mime === undefined ? {} : { mime }
  // Files of one vendor, which both its formats name.
  return isOwnFile(uri) ? { type: 'file', fileId: uri, owner: 'contents', ...told } : { type: 'url', url: uri, ...told }
}

function clipOf(processing: Json | undefined): MediaPart['clip'] | undefined {
  if (!isJsonObject(processing)) return undefined
  const { type, fps, start_offset: start, end_offset: end, ...others } = processing
  const legal = type === 'static' && !hasKeys(others) && [start, end].every((value) => value === undefined || typeof value === 'string')
  if (!legal || (fps !== undefined && typeof fps !== 'number')) return undefined
  return { ...(typeof start === 'string' && { start }), ...(typeof end === 'string' && { end }), ...(fps !== undefined && { fps }) }
}

/** The content of a part; `undefined`: this format has none for it. */
export function encodeContent(part: Part): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal': {
      if (part.type === 'text' && part.citations === undefined && part.extensions === undefined) return { type: 'text', text: part.text }
      const cited = part.type === 'text' ? (part.citations ?? []) : []
      const all = encodeAnnotations(cited, part.text, restOf(part)['annotations'])
      return restore<JsonObject>({ type: 'text', text: part.text, ...(all.length > 0 && { annotations: all }) }, part)
    }
    case 'media':
      return restore<JsonObject>({ type: part.kind, ...encodeSource(part), ...modifiersOf(part) }, part)
    case 'document':
      return restore<JsonObject>({ type: 'document', ...encodeSource(part) }, part)
    case 'tool-result':
      return encodeResult(part)
    case 'opaque':
      return part.format === format ? part.wire : undefined
    default:
      return undefined
  }
}

function encodeSource(part: MediaPart | DocumentPart): JsonObject {
  const { source } = part
  if (source.type === 'text' || source.type === 'parts') return {}
  const data = source.type === 'inline' ? { data: source.base64 } : { uri: source.type === 'url' ? source.url : source.fileId }
  return source.mime === undefined || hintOf(part).mime === 'absent' ? data : { ...data, mime_type: source.mime }
}

function modifiersOf({ detail, clip }: MediaPart): JsonObject {
  const { start, end, fps } = clip ?? {}
  return {
    ...(detail !== undefined && detail !== 'auto' && { resolution: detail === 'ultra' ? 'ultra_high' : detail }),
    ...(clip && {
      processing: {
        type: 'static',
        ...(fps !== undefined && { fps }),
        ...(start !== undefined && { start_offset: start }),
        ...(end !== undefined && { end_offset: end }),
      },
    }),
  }
}

const resultKeys: ReadonlySet<string> = new Set(['type', 'call_id', 'name', 'is_error', 'result'])

/** A result of a function: a text, an object, or contents. `block`: it stands within the content of the user. */
export function decodeResult(wire: JsonObject, at: Pointer, block: boolean): ToolResultPart {
  const { call_id: callId, name, is_error: failed, result } = wire
  const list = Array.isArray(result) && result.every((entry) => isJsonObject(entry) && typeof entry['type'] === 'string')
  const hint: Hint | undefined = block || list ? { ...(block && { block }), ...(list && { result: 'contents' }) } : undefined
  const { parts, structured } = readResult(result, list, `${at}/result`)
  const id = typeof callId === 'string' ? callId : ''
  const part: { -readonly [K in keyof ToolResultPart]: ToolResultPart[K] } = {
    type: 'tool-result',
    callId: id,
    parts,
    at,
    fields: resultFields,
  }
  if (typeof name === 'string') part.name = name
  if (typeof failed === 'boolean') part.isError = failed
  if (structured !== undefined) part.structured = structured
  return keep(part, wire, resultKeys, hint)
}

const resultFields = { callId: '/call_id', isError: '/is_error', parts: '/result', structured: '/result' } as const

function readResult(result: Json | undefined, list: boolean, at: Pointer): Pick<ToolResultPart, 'parts' | 'structured'> {
  if (typeof result === 'string') return { parts: [{ type: 'text', text: result, at }] }
  if (!list) return { parts: [], structured: result ?? null }
  const contents = result as readonly JsonObject[] // `list` says so
  return { parts: contents.map((content, index) => decodeContent(content, pointer(at, index))) }
}

/** A result as a step, or as a content; both have the same members. */
export function encodeResult(part: ToolResultPart): JsonObject {
  const { callId, name, isError, structured, parts } = part
  const wire: Record<string, Json> = { type: 'function_result', call_id: callId }
  if (name !== undefined) wire['name'] = name
  if (isError !== undefined) wire['is_error'] = isError
  wire['result'] = structured ?? writeResult(parts, hintOf(part).result === 'contents')
  return restore<JsonObject>(wire, part)
}

function writeResult(parts: readonly Part[], list: boolean): Json {
  const [only] = parts
  if (!list && parts.length === 0) return ''
  if (!list && parts.length === 1 && only?.type === 'text' && only.extensions === undefined) return only.text
  return parts.flatMap((part) => encodeContent(part) ?? [])
}
