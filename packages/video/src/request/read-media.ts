import { isJsonObject, pointer, type Context, type Json, type Pointer, type Source } from '@interlingua/core'
import { isWireFile, readDataUrl, readImage, sniffImage } from '@interlingua/adapter-kit'
import { reportOthers } from './report-others.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

/** The kinds of input that a field takes. */
export interface Wanted {
  readonly kind: 'image' | 'video' | 'audio'
  /** The schemes of URLs, in lower case. */
  readonly schemes: readonly string[]
}

const keys = ['image_url', 'video_url', 'url'] as const

/**
 * Reads a file: a URL, a data URL, the bare base64 of an image, an object with one of those or with the id of a file, or a file of a form.
 * Throws an `InvalidVideoRequestError` at the field.
 */
export function readMedia(value: Json, at: Pointer, wanted: Wanted, context: Context): Source {
  if (typeof value === 'string') return readSource(value, at, wanted)
  if (isWireFile(value)) return readFile(value, at, wanted)
  if (isJsonObject(value)) {
    const { file_id: fileId } = value
    if (typeof fileId === 'string' && fileId !== '') {
      reportOthers(value, ['file_id', 'type'], at, context)
      return { type: 'file', fileId, owner: 'openai-videos' }
    }
    const key = keys.find((name) => value[name] !== undefined && value[name] !== null)
    if (key !== undefined) {
      reportOthers(value, [key, 'type'], at, context)
      return readAddress(value[key] ?? null, pointer(at, key), wanted, context)
    }
  }
  throw refusal(at, wanted)
}

function readAddress(value: Json, at: Pointer, wanted: Wanted, context: Context): Source {
  if (typeof value === 'string') return readSource(value, at, wanted)
  const url = isJsonObject(value) ? value['url'] : undefined
  if (!isJsonObject(value) || typeof url !== 'string') throw refusal(at, wanted)
  reportOthers(value, ['url'], at, context)
  return readSource(url, pointer(at, 'url'), wanted)
}

function readSource(text: string, at: Pointer, wanted: Wanted): Source {
  const trimmed = text.trim()
  const scheme = /^([a-z][a-z\d+.-]{0,15}):\/\/\S+$/i.exec(trimmed)?.[1]?.toLowerCase()
  if (scheme !== undefined) {
    if (wanted.schemes.includes(scheme)) return { type: 'url', url: trimmed }
    throw new InvalidVideoRequestError(at, `an address must begin with ${wanted.schemes.map((known) => `${known}://`).join(', ')}`)
  }
  if (wanted.kind === 'image') {
    const image = isHeard(trimmed.slice(0, 16).toLowerCase().replace('data:', '')) ? undefined : readImage(trimmed)
    if (image) return image
  } else {
    const data = readDataUrl(trimmed)
    if (data?.mime.startsWith(`${wanted.kind}/`)) return { type: 'inline', ...data }
  }
  throw refusal(at, wanted)
}

function readFile(file: { readonly mime: string; readonly base64: string }, at: Pointer, wanted: Wanted): Source {
  const told = (file.mime.split(';')[0] ?? '').trim().toLowerCase()
  const mime = told.startsWith(`${wanted.kind}/`) ? told : wanted.kind === 'image' && !isHeard(told) ? sniffImage(file.base64) : undefined
  if (mime === undefined || file.base64 === '') throw refusal(at, wanted)
  return { type: 'inline', mime, base64: file.base64 }
}

/** True for a type of audio or video, whose base64 may begin with the same bytes as an image. */
function isHeard(mime: string): boolean {
  return mime.startsWith('audio/') || mime.startsWith('video/')
}

function refusal(at: Pointer, { kind }: Wanted): InvalidVideoRequestError {
  return new InvalidVideoRequestError(
    at,
    `an address (https://…), a data URL ${kind === 'image' ? 'or base64 of an image' : `of ${kind}`} is expected`,
  )
}
