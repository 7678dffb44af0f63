import type { DocumentPart, JsonObject, Pointer, Source } from '@interlingua/core'
import { addRest, extensionOf, format, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireContent } from '../wire/wire-item.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { joinDataUrl, splitDataUrl } from './data-url.ts'

const fields = { source: '', title: '/filename', 'source.filename': '/filename', cache: '/prompt_cache_breakpoint' } as const

/** Decodes `input_file {file_data | file_url | file_id, filename?}`; `undefined` if it names no file. */
export function decodeFile(wire: JsonObject, at: Pointer): DocumentPart | undefined {
  const found = readSource(wire)
  if (found === undefined) return undefined
  const { source, slot, bare } = found
  const part: Draft<DocumentPart> = { type: 'document', source, at, fields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || key === slot) continue
    if (key === 'filename' && typeof value === 'string') {
      if (source.type !== 'inline') part.title = value
    } else if (key === 'prompt_cache_breakpoint') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, bare ? bareHint : undefined)
  if (extensions) part.extensions = extensions
  return part
}

const bareHint: JsonObject = { data: 'bare' }

interface Found {
  readonly source: Source
  readonly slot: string
  /** True for base64 without a data URL, whose type follows from the file's name. */
  readonly bare?: boolean
}

function readSource(wire: JsonObject): Found | undefined {
  const { file_data: data, file_url: url, file_id: fileId, filename } = wire
  if (typeof data === 'string') {
    const url = splitDataUrl(data)
    const name = typeof filename === 'string' ? filename : ''
    const source: Draft<Extract<Source, { type: 'inline' }>> = url ?? { type: 'inline', mime: mimeOf(name, data), base64: data }
    if (typeof filename === 'string') source.filename = filename
    return { source, slot: 'file_data', bare: url === undefined }
  }
  if (typeof url === 'string') return { source: { type: 'url', url }, slot: 'file_url' }
  return typeof fileId === 'string' ? { source: { type: 'file', fileId, owner: format }, slot: 'file_id' } : undefined
}

const mimes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'text/xml',
}

/** Media type of a file, by the first bytes of a PDF in base64, else by its name; `''` if neither tells. */
function mimeOf(name: string, base64: string): string {
  if (base64.startsWith('JVBERi')) return 'application/pdf'
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(mimes, extension) ? (mimes[extension] ?? '') : ''
}

/** Encodes a document; `undefined` if no `input_file` can hold it, as lowering leaves none. */
export function encodeFile(part: DocumentPart): WireContent | undefined {
  const { source } = part
  const wire: JsonDraft & { type: string } = { type: 'input_file' }
  const filename = (source.type === 'inline' ? source.filename : undefined) ?? part.title
  if (filename !== undefined) wire.filename = filename
  if (source.type === 'inline') wire.file_data = hintOf(part).data === 'bare' ? source.base64 : joinDataUrl(source.mime, source.base64)
  else if (source.type === 'url') wire.file_url = source.url
  else if (source.type === 'file') wire.file_id = source.fileId
  else return undefined
  if (part.cache !== undefined) wire.prompt_cache_breakpoint = encodeCache(part.cache)
  return addRest(wire, restOf(part)) as WireContent // the type was printed first
}
