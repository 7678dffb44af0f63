import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'

/** True if a host to listen on is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

/** Query of a request's URL. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

/** Decoders of content codings by name in HTTP; each takes a limit for its output. */
export const contentCodings: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])

/** Patterns of waits up to about a day, in seconds or milliseconds. A date is refused, since clocks may differ. */
const sane: ReadonlyMap<string, RegExp> = new Map([
  ['retry-after', /^\d{1,5}(?:\.\d{1,6})?$/],
  ['retry-after-ms', /^\d{1,8}(?:\.\d{1,6})?$/],
])

/** True unless a header is a wait that a client should not be told; other headers may have any value. */
export function isSaneWait(name: string, value: string): boolean {
  return sane.get(name)?.test(value) !== false
}
