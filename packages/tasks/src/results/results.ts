import type { DocumentStore } from '@interlingua/store'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Error of a result that cannot be kept or read. The message is for logs, not for callers. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError'
  /** Reason: `too-large`, larger than the configuration allows; `unavailable`, the storage cannot be used now. */
  readonly reason: 'too-large' | 'unavailable'

  constructor(reason: ResultsError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Endings of names by media type, for types that a browser shows without running them. */
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

/** Type of all other results, so that a browser never runs an upstream's bytes as a page. */
const unknown = { ending: 'bin', type: 'application/octet-stream' } as const

const mediaKinds = {
  endingOf: (mime: string): string => endings[mime.split(';', 1)[0]?.trim().toLowerCase() ?? ''] ?? unknown.ending,
  typeOf: (ending: string): string => types.get(ending) ?? unknown.type,
} as const

/**
 * Name of a result, `1763740800-<32 hex digits>.png`: its end in seconds, always ten digits, so that names sort by it; no character of it has a
 * meaning in a path.
 */
const pattern = /^(\d{10})-([0-9a-f]{32})\.([a-z0-9]{2,5})$/

export interface ResultName {
  readonly name: string
  /** End in seconds since the epoch. */
  readonly expires: number
  /** Random part, which cannot be guessed. */
  readonly stem: string
  readonly type: string
}

/** Creates the name of a result that expires in this second. */
export function createResultName(mime: string, expires: number): string {
  return `${String(expires).padStart(10, '0')}-${randomBytes(16).toString('hex')}.${mediaKinds.endingOf(mime)}`
}

/** Parts of a name; undefined for texts that are no name. */
export function readResultName(name: string): ResultName | undefined {
  const [, expires, stem, ending] = pattern.exec(name) ?? []
  if (expires === undefined || stem === undefined || ending === undefined) return undefined
  return { name, expires: Number(expires), stem, type: mediaKinds.typeOf(ending) }
}

/** Bytes that come once, in pieces. */
export type Pieces = AsyncIterable<Uint8Array>

/**
 * Storage of results. A name stands for the same bytes for ever, and partial results are missing ones; all methods reject with a `ResultsError` where
 * the storage cannot be used, and `put` with errors of its source.
 */
export interface ResultStorage {
  put(name: string, bytes: Buffer | Pieces, mime: string): Promise<void>
  /** Result under a name; undefined if there is none. */
  find(name: string): Promise<StoredResult | undefined>
  /** Deletes a result, if it is there. */
  delete(name: string): Promise<void>
  /** Deletes results that have expired at `now`, in milliseconds since the epoch, and partial ones. Returns the number of expired results. */
  sweep(now: number): Promise<number>
  /** Resolves if results can be kept now, as far as a check without a write can tell. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface StoredResult {
  readonly size: number
  /** Bytes from `from` to `to`, both counted from 0 and included; all bytes without a range. */
  read(range?: ByteRange): Promise<Readable>
  /** Releases a result that is not read. */
  release(): Promise<void>
}

export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Settings of kept results. */
export interface ResultsOptions {
  /** Opens the storage, at its first use: `createDiskStorage`, or `createS3Storage`. Absent: a temporary folder, deleted when the results are closed. */
  readonly openStorage?: () => ResultStorage | Promise<ResultStorage>
  /** Seconds for which a result is kept. Default 86,400. */
  readonly retention?: number | undefined
  /** Base address of this server for clients. Absent: the one that the request used. */
  readonly publicUrl?: string | undefined
  /** True to believe `x-forwarded-host` and `x-forwarded-proto`: a proxy in front sets them, and no client can. Default false. */
  readonly trustProxy?: boolean | undefined
  /** Largest result in bytes. Default 512 MiB. */
  readonly bytes?: number | undefined
}

/** Store of made images and videos for which clients want addresses. */
export interface Results {
  /**
   * Keeps bytes, and returns an address at which they can be read without a key until `expiresAt`. A stream is never held whole, and is destroyed if
   * it cannot be kept; rejects with a `ResultsError`, a `StoreError`, or the stream's own error.
   */
  keep(bytes: Buffer | Pieces, mime: string, asked: IncomingMessage): Promise<KeptResult>
  /**
   * Keeps bytes under a name, of which `address` makes an address when a client asks: it depends on the way by which the client reaches this gateway.
   */
  put(bytes: Buffer | Pieces, mime: string): Promise<NamedResult>
  /** Address of a name that `put` gave. Rejects with a `StoreError`. */
  address(name: string, asked: IncomingMessage): Promise<string>
  /** Result under a name that `put` gave; undefined if it has expired. Rejects with a `ResultsError`. */
  find(name: string): Promise<StoredResult | undefined>
  /** Deletes the result under a name that `put` gave, if it is there. Rejects with a `ResultsError`. */
  delete(name: string): Promise<void>
  /** Checks that results can be kept, before a request costs money. Rejects with a `ResultsError` or a `StoreError`. */
  ready(): Promise<void>
  /** Opens the result of an address, or tells why there is none. */
  open(
    name: string,
    expires: string,
    signature: string,
  ): Promise<{ readonly name: ResultName; readonly result: StoredResult } | 'wrong-signature' | 'expired' | 'missing'>
  /** Starts to delete expired results, at once and in intervals. */
  start(): void
  sweep(now: number): Promise<number>
  close(): Promise<void>
}

export interface NamedResult {
  readonly name: string
  /** End in milliseconds since the epoch. */
  readonly expiresAt: number
}

interface KeptResult {
  readonly url: string
  readonly expiresAt: number
}

/** Signs addresses of results: an address can be read without a key, and cannot be forged. */
interface Signer {
  /** Loads the key, which is then in memory whatever becomes of the store. */
  open(): Promise<void>
  sign(name: string, expires: string): Promise<string>
  verify(name: string, expires: string, signature: string): Promise<boolean>
}

const place = { kind: 'secret', id: 'result-links' } as const
const keyBytes = 32
/** Spelling of 32 bytes in base64url. */
const spelling = /^[A-Za-z0-9_-]{43}$/

/** Creates a signer whose key is made once and kept in the store, so that all gateways on the store share it, also after a restart. */
export function createSigner(documents: DocumentStore): Signer {
  let key: Promise<Buffer> | undefined

  /** Key of the signer; a failed load is tried again at the next use. */
  function keyOf(): Promise<Buffer> {
    key ??= openKey(documents).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  async function digest(name: string, expires: string): Promise<Buffer> {
    return createHmac('sha256', await keyOf())
      .update(`result\n${name}\n${expires}`)
      .digest()
  }

  return {
    open: async () => void (await keyOf()),
    sign: async (name, expires) => (await digest(name, expires)).toString('base64url'),
    async verify(name, expires, signature) {
      const right = await digest(name, expires)
      const given = Buffer.from(spelling.test(signature) ? signature : '', 'base64url')
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

async function openKey(documents: DocumentStore): Promise<Buffer> {
  const made = randomBytes(keyBytes).toString('base64')
  // Several processes may make a key at once, and one of the keys is kept.
  for (;;) {
    const kept = await documents.get(place.kind, place.id, Date.now())
    if (kept) return Buffer.from(String(kept.body['key']), 'base64')
    await documents.insert({ ...place, owner: '', createdAt: Date.now(), revision: 1, body: { key: made } })
  }
}

/** Pattern of a host in RFC 3986, with or without a port; no other text of a header may come into an address. */
const host = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(?::\d{1,5})?$/

/** Base address of this gateway for clients, without a slash at its end: the configured one, else the one that the request used. */
export function publicAddress(
  { publicUrl, trustProxy = false }: Pick<ResultsOptions, 'publicUrl' | 'trustProxy'>,
  { headers, socket }: IncomingMessage,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const forwarded = trustProxy ? firstOf(headers['x-forwarded-host']) : undefined
  const scheme = (trustProxy ? firstOf(headers['x-forwarded-proto']) : undefined)?.toLowerCase() === 'https' ? 'https' : 'http'
  const asked = [forwarded, headers.host].find((name) => name !== undefined && host.test(name))
  return `${scheme}://${asked ?? localAddress(socket)}`
}

/** First value of a header's list, which the proxy nearest to the client wrote. */
function firstOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.split(',', 1)[0]?.trim()
}

/** Address of the socket, for requests of HTTP/1.0, which may have no host. */
function localAddress({ localAddress: address = '127.0.0.1', localPort = 80 }: IncomingMessage['socket']): string {
  return address.includes(':') ? `[${address}]:${localPort}` : `${address}:${localPort}`
}
