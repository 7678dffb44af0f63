import { randomBytes } from 'node:crypto'
import { mediaKinds } from './media-kinds.ts'

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
