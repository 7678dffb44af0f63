import {
  requestHost,
  checkedAddresses,
  type ConnectHost,
  connectHost,
  createSemaphore,
  FetchError,
  type ResolveHost,
  resolveHost,
} from './addresses.ts'
import { settleMime } from './settle-mime.ts'
import type { Fetched, FoundUrl } from '@interlingua/core'
import type { Dispatcher } from 'undici'

/** Limits of fetches on behalf of callers. */
export interface FetchLimits {
  /** True if a connection to an address is allowed (`createAllowance`). */
  readonly allows: (address: string) => boolean
  readonly ports: readonly number[]
  /** Largest file in bytes. */
  readonly bytes: number
  /** Largest sum of all files of one request, in bytes. */
  readonly totalBytes: number
  /** Milliseconds for one file, with its redirects. */
  readonly timeoutMs: number
  /** Largest number of files in one request. */
  readonly files: number
}

const mostRedirects = 3

/** Resolver and connector of hosts. */
interface Network {
  readonly resolve: ResolveHost
  readonly connect: ConnectHost
}

/** Fetches a file at a caller's address. Each redirect is resolved and checked anew. Throws a `FetchError`. */
async function fetchMedia(found: FoundUrl, options: FetchLimits, { resolve, connect }: Network, signal: AbortSignal): Promise<Fetched> {
  let url = readUrl(found.url)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    checkPlace(url, options)
    const addresses = await beforeEnd(checkedAddresses(url.hostname, resolve, options.allows), signal)
    const answer = await getOnce(url, connect(addresses, options.timeoutMs), found, options, signal)
    if (!('location' in answer)) return answer
    url = readUrl(answer.location, url)
  }
  throw new FetchError(`it was redirected more than ${mostRedirects} times`)
}

function readUrl(text: string, base?: URL): URL {
  try {
    return new URL(text, base)
  } catch {
    throw new FetchError('it is no address')
  }
}

export function checkPlace(url: URL, { ports }: FetchLimits): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError('only http and https are fetched')
  if (url.username !== '' || url.password !== '') throw new FetchError('it holds credentials')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!ports.includes(port)) throw new FetchError(`nothing is fetched from port ${port}`)
}

/** Fetches the file, or the address of a redirect. */
function getOnce(
  url: URL,
  connect: ReturnType<ConnectHost>,
  found: FoundUrl,
  { bytes, timeoutMs }: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched | { readonly location: string }> {
  return requestHost(url, connect, timeoutMs, signal, async ({ answer, client, location }) => {
    try {
      if (location !== undefined) return { location }
      if (answer.statusCode !== 200) throw new FetchError(`its host answered with status ${answer.statusCode}`)
      const coding = answer.headers['content-encoding']
      if (coding !== undefined && coding !== 'identity') throw new FetchError('its host sent it in a content coding')
      const body = await collect(answer, bytes)
      const type = answer.headers['content-type']
      const declared = typeof type === 'string' ? /^[\w.+-]+\/[\w.+-]+/.exec(type.trim())?.[0].toLowerCase() : undefined
      return { mime: settleMime(found, declared, body), base64: body.toString('base64') }
    } finally {
      void client.destroy()
    }
  })
}

async function collect({ body, headers }: Dispatcher.ResponseData, limit: number): Promise<Buffer> {
  const tooLarge = `it is larger than ${limit} bytes`
  if (Number(headers['content-length']) > limit) throw new FetchError(tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    // Without an encoding the pieces are bytes.
    size += chunk.length
    if (size > limit) throw new FetchError(tooLarge)
    chunks.push(chunk)
  }
  if (size === 0) throw new FetchError('it is empty')
  return Buffer.concat(chunks, size)
}

/** Rejects when the signal aborts, since a name server may be as slow as a host. */
async function beforeEnd<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new FetchError('it took too long')
  let stop: (() => void) | undefined
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(new FetchError('it took too long'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, ended])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}

/** Fetched file, or the reason why there is none. */
type MediaAnswer = { readonly found: FoundUrl; readonly fetched: Fetched } | { readonly found: FoundUrl; readonly reason: string }

/** Fetches the files that one request names. Never rejects. `signal` ends the fetches when the caller is gone. */
export type MediaFetcher = (found: readonly FoundUrl[], signal: AbortSignal) => Promise<readonly MediaAnswer[]>

/** Numbers of files that are fetched at once, for one request and for all. */
const atOnce = 4
const atOnceForAll = 32

/** Creates a fetcher within `options`; `resolve` resolves hosts, `connect` connects to checked addresses. */
export function createMediaFetcher(
  options: FetchLimits,
  resolve: ResolveHost = resolveHost,
  connect: ConnectHost = connectHost,
): MediaFetcher {
  const network = { resolve, connect }
  const semaphore = createSemaphore(atOnceForAll)

  async function fetchOne(found: FoundUrl, gone: AbortSignal): Promise<MediaAnswer> {
    if (gone.aborted) return { found, reason: 'the caller left' }
    try {
      return { found, fetched: await fetchMedia(found, options, network, AbortSignal.any([gone, AbortSignal.timeout(options.timeoutMs)])) }
    } catch (error) {
      return { found, reason: error instanceof FetchError ? error.message : 'it could not be fetched' }
    }
  }

  return async (found, signal) => {
    const extra = found[options.files]
    if (extra) return [{ found: extra, reason: `more than ${options.files} files are named by address` }]
    const answers: MediaAnswer[] = []
    const failed = new AbortController()
    const gone = AbortSignal.any([signal, failed.signal])
    const queue = [...found]
    let total = 0
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next && !gone.aborted; next = queue.shift()) {
        const file = next
        let answer = await semaphore.run(() => fetchOne(file, gone))
        if ('fetched' in answer && (total += answer.fetched.base64.length * 0.75) > options.totalBytes)
          answer = { found: next, reason: `the files of one request may hold ${options.totalBytes} bytes together` }
        // A fetch that was ended because another file failed is not the reason.
        if ('reason' in answer && failed.signal.aborted) return
        answers.push(answer)
        if ('reason' in answer) failed.abort()
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work))
    return answers
  }
}
