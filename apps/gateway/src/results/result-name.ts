import { randomBytes } from 'node:crypto'

/** What a browser shows without running it, by its media type, with the ending that names get. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
}

const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]))

/** Anything else is bytes: whoever opens it must not run what an upstream sent as a page. */
const unknown = { ending: 'bin', type: 'application/octet-stream' } as const

const mediaKinds = {
  endingOf: (mime: string): string => endings[mime.split(';', 1)[0]?.trim().toLowerCase() ?? ''] ?? unknown.ending,
  typeOf: (ending: string): string => types.get(ending) ?? unknown.type,
} as const

/**
 * `1763740800-<32 hex digits>.png`: the second in which it expires, always of ten digits, so that names sort by it and need no list beside
 * them; nothing that a path could be made of.
 */
const pattern = /^(\d{10})-([0-9a-f]{32})\.([a-z0-9]{2,5})$/

export interface ResultName {
  readonly name: string
  /** Seconds since the epoch. */
  readonly expires: number
  /** What nobody can guess. */
  readonly stem: string
  readonly type: string
}

/** A new name, of a result that expires in this second. */
export function createResultName(mime: string, expires: number): string {
  return `${String(expires).padStart(10, '0')}-${randomBytes(16).toString('hex')}.${mediaKinds.endingOf(mime)}`
}

/** `undefined`: no name that was ever given. */
export function readResultName(name: string): ResultName | undefined {
  const [, expires, stem, ending] = pattern.exec(name) ?? []
  if (expires === undefined || stem === undefined || ending === undefined) return undefined
  return { name, expires: Number(expires), stem, type: mediaKinds.typeOf(ending) }
}
