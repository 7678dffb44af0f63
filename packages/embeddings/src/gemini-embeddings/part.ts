import { isJsonObject, type DocumentPart, type Format, type JsonObject, type MediaPart, type Pointer, type Source } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { EmbedPart } from '../embed-request.ts'
import { addRest, hintOf, putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { spelledIn } from '../spelled-in.ts'

/** Files of Google's are named by the text format of the same vendor. */
const owner: Format = 'contents'
const ownFile = /^(?:gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/(?:v\w+\/)?files\/)/i

/**
 * Decodes a part of a content. Hints list the keys that were in snake_case; a part with several members, or without a known one, is opaque.
 * https://ai.google.dev/api/caching#Part
 */
export function decodePart(wire: JsonObject, at: Pointer): EmbedPart {
  const [inline, file] = [spelledIn(wire, 'inlineData'), spelledIn(wire, 'fileData')]
  const { text } = wire
  if (typeof text === 'string' && inline === undefined && file === undefined && !hasMember(wire)) {
    const part: Draft<EmbedPart & { type: 'text' }> = { type: 'text', text, at }
    putExtension(part, format, without(wire, textKeys), undefined)
    return part
  }
  const key = inline ?? file
  const value = key === undefined ? undefined : wire[key]
  if (key === undefined || !isJsonObject(value) || (inline !== undefined && file !== undefined) || typeof text === 'string')
    return { type: 'opaque', format, wire, at }
  const hint: JsonDraft = {}
  if (key.includes('_')) hint[inline === undefined ? 'fileData' : 'inlineData'] = key
  const part = inline === undefined ? decodeFile(value, at, hint) : decodeInline(value, at, hint)
  const rest = without(wire, new Set([key])) ?? {}
  const inner = without(value, innerKeys)
  if (inner) rest[key] = inner
  putExtension(part, format, rest, hint)
  return part
}

const textKeys = new Set(['text'])
const innerKeys = new Set(['mimeType', 'mime_type', 'data', 'displayName', 'display_name', 'fileUri', 'file_uri'])
const members = ['functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

function hasMember(wire: JsonObject): boolean {
  return members.some((member) => spelledIn(wire, member) !== undefined)
}

/** Value of a name in either spelling; snake_case is noted as a hint. */
function read(wire: JsonObject, name: string, hint: JsonDraft): string | undefined {
  const key = spelledIn(wire, name)
  if (key === undefined) return undefined
  if (key !== name) hint[name] = key
  const value = wire[key]
  return typeof value === 'string' ? value : undefined
}

function decodeInline(wire: JsonObject, at: Pointer, hint: JsonDraft): Draft<MediaPart> | Draft<DocumentPart> {
  const mime = read(wire, 'mimeType', hint) ?? ''
  const base64 = read(wire, 'data', hint) ?? ''
  const filename = read(wire, 'displayName', hint)
  return partOf({ type: 'inline', mime, base64, ...(filename !== undefined && { filename }) }, mime, at)
}

function decodeFile(wire: JsonObject, at: Pointer, hint: JsonDraft): Draft<MediaPart> | Draft<DocumentPart> {
  const mime = read(wire, 'mimeType', hint)
  const uri = read(wire, 'fileUri', hint) ?? ''
  const type = mime === undefined ? {} : { mime }
  return partOf(ownFile.test(uri) ? { type: 'file', fileId: uri, owner, ...type } : { type: 'url', url: uri, ...type }, mime ?? '', at)
}

function partOf(source: Source, mime: string, at: Pointer): Draft<MediaPart> | Draft<DocumentPart> {
  const kind = mime.split('/', 1)[0]?.toLowerCase()
  if (kind === 'image' || kind === 'audio' || kind === 'video') return { type: 'media', kind, source, at }
  return { type: 'document', source, at }
}

/** Part on the wire; `undefined` if this dialect has no place for it. */
export function encodePart(part: EmbedPart): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return addRest({ text: part.text }, part, format)
    case 'opaque':
      return part.format === format ? part.wire : undefined
    case 'media':
    case 'document':
      return encodeSource(part)
  }
}

function encodeSource(part: MediaPart | DocumentPart): JsonObject | undefined {
  const { source } = part
  const hint = hintOf(part, format)
  const named = (name: string): string => {
    const key = hint[name]
    return typeof key === 'string' ? key : name
  }
  const inner: JsonDraft = {}
  switch (source.type) {
    case 'inline':
      inner[named('mimeType')] = source.mime
      inner[named('data')] = source.base64
      if (source.filename !== undefined) inner[named('displayName')] = source.filename
      return addRest({ [named('inlineData')]: inner }, part, format)
    case 'url':
    case 'file':
      if (source.mime !== undefined) inner[named('mimeType')] = source.mime
      inner[named('fileUri')] = source.type === 'url' ? source.url : source.fileId
      return addRest({ [named('fileData')]: inner }, part, format)
    case 'text':
    case 'parts':
      return undefined
  }
}
