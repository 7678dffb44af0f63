import { isJsonObject, pointer, WireError, type Json, type Pointer } from '@interlingua/core'
import { isWireFile, readImage, sniffImage } from '@interlingua/adapter-kit'
import type { ImageInput } from '../image-request.ts'
import { format, keep } from './format.ts'

/** The keys under which an object may hold an image, in order of preference. */
const spellings = ['image_url', 'file_id', 'url', 'image', 'inlineData', 'inline_data', 'fileData', 'file_data'] as const
type Spelling = (typeof spellings)[number]

/** Reads an image of a request: a file of a form, a text, or one of the objects that clients send. Throws a WireError at the field. */
export function readInput(wire: Json, at: Pointer): ImageInput {
  if (typeof wire === 'string') return readText(wire, at, 'text')
  if (isWireFile(wire)) return readFile(wire, at)
  if (!isJsonObject(wire)) throw new WireError(format, at, 'must be a URL, a data URL, base64 or an object with one of these')
  const key = spellings.find((spelling) => wire[spelling] !== undefined && wire[spelling] !== null)
  if (key === undefined) throw new WireError(format, at, 'must have image_url, file_id or url')
  const value = wire[key] ?? null
  const image = readValue(key, value, pointer(at, key))
  const left = Object.fromEntries(Object.entries(wire).filter(([name]) => name !== key))
  return keep({ ...image, at }, left, new Set(), { ...image.extensions?.[format]?.hint, as: spellingOf(key, value) })
}

function readValue(key: Spelling, value: Json, at: Pointer): ImageInput {
  if (key === 'file_id') {
    if (typeof value !== 'string' || value === '') throw new WireError(format, at, 'must be the id of a file')
    return { source: { type: 'file', fileId: value, owner: format } }
  }
  if (isJsonObject(value)) {
    const { data, mimeType, mime_type: snake, fileUri, file_uri: snakeUri, url } = value
    const mime = mimeType ?? snake
    if (typeof data === 'string') return readText(`data:${typeof mime === 'string' ? mime : ''};base64,${data}`, at, 'text')
    const uri = fileUri ?? snakeUri ?? url
    if (typeof uri === 'string') return readText(uri, at, 'text')
  }
  if (typeof value !== 'string') throw new WireError(format, at, 'must be a URL, a data URL or base64')
  return readText(value, at, 'text')
}

function spellingOf(key: Spelling, value: Json): string {
  if (!isJsonObject(value)) return key
  const inner = ['mimeType', 'mime_type', 'fileUri', 'file_uri', 'url'].find((name) => value[name] !== undefined)
  return `${key}.${inner ?? 'data'}`
}

function readText(text: string, at: Pointer, as: string): ImageInput {
  const source = readImage(text)
  if (source === undefined) throw new WireError(format, at, 'must be an http(s) URL, a data URL of an image, or the base64 of one')
  const bare = source.type === 'inline' && !/^data:/i.test(text.slice(0, 5))
  return { source, at, extensions: { [format]: { hint: bare ? { as, bare } : { as } } } }
}

function readFile(file: { readonly filename: string; readonly mime: string; readonly base64: string }, at: Pointer): ImageInput {
  const { filename, base64 } = file
  if (base64 === '') throw new WireError(format, at, 'must not be empty')
  const told = (file.mime.split(';')[0] ?? '').trim().toLowerCase()
  const mime = told.startsWith('image/') ? told : sniffImage(base64)
  if (mime === undefined) throw new WireError(format, at, 'must be an image')
  return {
    source: { type: 'inline', mime, base64, filename },
    at,
    extensions: { [format]: { hint: mime === file.mime ? { as: 'file' } : { as: 'file', mime: file.mime } } },
  }
}
