import type { DocumentPart, JsonObject, Pointer, Source } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { cacheFields, decodeCacheMark, encodeCacheMark } from '../cache-mark.ts'
import { joinDataUrl, splitDataUrl } from '../data-url.ts'
import { format, hintOf, keep, keepUnknown, nest, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['type', 'file', 'prompt_cache_breakpoint', 'cache_control'])

const fields = { source: '/file', title: '/file/filename', 'source.filename': '/file/filename', cache: '/prompt_cache_breakpoint' } as const

/**
 * Decodes `{type: file, file: {file_data?, file_id?, filename?}}`; `file_data` is a data URL, at some servers a plain URL or bare base64.
 */
export function decodeFile(wire: JsonObject, at: Pointer): DocumentPart | undefined {
  const file = wire['file']
  if (!isJsonObject(file)) return undefined
  const extension = newExtension()
  const inner = newExtension()
  const source = readSource(file)
  if (source === undefined) return undefined
  const part: Draft<DocumentPart> = { type: 'document', at, fields, source }
  for (const key in file) {
    if (key === 'file_data' && source.type !== 'file') continue
    if (key === 'file_id' && source.type === 'file') continue
    if (key === 'filename' && source.type === 'inline' && source.filename !== undefined) continue
    if (key === 'filename' && typeof file[key] === 'string') part.title = file[key]
    else keep(inner, key, file[key])
  }
  if (source.type === 'inline' && source.mime === '') note(extension, 'data', 'bare')
  nest(extension, 'file', inner)
  decodeCacheMark(wire, part, extension)
  if (part.cache) part.fields = { ...fields, ...cacheFields(extension) }
  keepUnknown(extension, wire, known)
  return withExtension(part, extension)
}

function readSource(file: JsonObject): Source | undefined {
  const data = file['file_data']
  const id = file['file_id']
  const filename = file['filename']
  if (typeof data === 'string') {
    const inline: Draft<Extract<Source, { type: 'inline' }>> | undefined = splitDataUrl(data)
    if (inline === undefined && /^https?:/.test(data.slice(0, 6))) return { type: 'url', url: data }
    const bare: Draft<Extract<Source, { type: 'inline' }>> = inline ?? { type: 'inline', mime: '', base64: data }
    if (typeof filename === 'string') bare.filename = filename
    return bare
  }
  return typeof id === 'string' ? { type: 'file', fileId: id, owner: format } : undefined
}

/** Encodes a document; `undefined` for a source that the file part cannot hold, of which lowering leaves none. */
export function encodeDocument(part: DocumentPart): JsonObject | undefined {
  const { source } = part
  const hint = hintOf(part)
  const file: WireDraft = {}
  if (source.type === 'inline') {
    const filename = source.filename ?? part.title
    if (filename !== undefined) file['filename'] = filename
    file['file_data'] = hint?.['data'] === 'bare' ? source.base64 : joinDataUrl(source.mime, source.base64)
  } else if (source.type === 'url') {
    if (part.title !== undefined) file['filename'] = part.title
    file['file_data'] = source.url
  } else if (source.type === 'file') {
    if (part.title !== undefined) file['filename'] = part.title
    file['file_id'] = source.fileId
  } else return undefined
  const wire: WireDraft = { type: 'file', file }
  encodeCacheMark(wire, part.cache, hint)
  encodeExtension(wire, part)
  return wire
}
