import type { DocumentPart, Json, JsonObject, MediaPart, Source } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { encodeBase64, readBase64 } from './base64.ts'
import type { DecodeMember, Notes } from './codec.ts'
import { kindOfMedia } from './kind-of-media.ts'
import { isOwnFile } from '@interlingua/adapter-kit'

const inlineKeys = new Set(['mimeType', 'data', 'displayName'])
const fileKeys = new Set(['mimeType', 'fileUri'])

/** Decodes `inlineData`: bytes in the request. https://ai.google.dev/api/caching#Blob */
export const decodeInlineData: DecodeMember = (value, _wire, notes) => {
  if (!isJsonObject(value) || typeof value.data !== 'string' || typeof value.mimeType !== 'string') return undefined
  const { mimeType: mime, displayName: filename } = value
  if (filename !== undefined && typeof filename !== 'string') return undefined
  const { base64, spelled } = readBase64(value.data)
  if (spelled) notes.hint = keep(notes.hint, 'base64', spelled)
  keepRest(notes, 'inlineData', value, inlineKeys)
  return partOf(filename === undefined ? { type: 'inline', mime, base64 } : { type: 'inline', mime, base64, filename }, mime)
}

/** Decodes `fileData`: bytes elsewhere. https://ai.google.dev/api/caching#FileData */
export const decodeFileData: DecodeMember = (value, _wire, notes) => {
  if (!isJsonObject(value) || typeof value.fileUri !== 'string') return undefined
  const { fileUri: uri, mimeType } = value
  if (mimeType !== undefined && typeof mimeType !== 'string') return undefined
  keepRest(notes, 'fileData', value, fileKeys)
  const mime = mimeType === undefined ? {} : { mime: mimeType }
  const source: Source = isOwnFile(uri) ? { type: 'file', fileId: uri, owner: 'contents', ...mime } : { type: 'url', url: uri, ...mime }
  return partOf(source, mimeType, uri)
}

function keepRest(notes: Notes, member: string, value: JsonObject, read: ReadonlySet<string>): void {
  const extra = without(value, read)
  if (extra) notes.rest = keep(notes.rest, member, extra)
}

function partOf(source: Source, mime: string | undefined, uri?: string): Draft<MediaPart> | Draft<DocumentPart> {
  const kind = kindOfMedia(mime, uri)
  return kind === undefined ? { type: 'document', source } : { type: 'media', kind, source }
}

/** Encodes a source; `undefined` if this format has no place for it, as lowering has reported. */
export function encodeSource(part: MediaPart | DocumentPart): JsonDraft | undefined {
  const { source } = part
  switch (source.type) {
    case 'inline': {
      const data: JsonDraft = { mimeType: source.mime, data: encodeBase64(source.base64, hintOf(part).base64) }
      if (source.filename !== undefined) data.displayName = source.filename
      return { inlineData: addRest(data, nestedRest(part, 'inlineData')) }
    }
    case 'url':
      return { fileData: addRest(fileData(source.url, source.mime), nestedRest(part, 'fileData')) }
    case 'file':
      return { fileData: addRest(fileData(source.fileId, source.mime), nestedRest(part, 'fileData')) }
    case 'text':
    case 'parts':
      return undefined
  }
}

function fileData(fileUri: string, mimeType: string | undefined): Record<string, Json> {
  return mimeType === undefined ? { fileUri } : { mimeType, fileUri }
}
