import type { Fetched, FoundUrl } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import { askHost } from './ask-host.ts'
import { checkedAddresses } from './checked-addresses.ts'
import { FetchError } from './fetch-error.ts'
import type { MediaOptions } from './media-options.ts'
import type { ConnectHost } from './connect-host.ts'
import type { ResolveHost } from './resolve-host.ts'
import { settleMime } from './settle-mime.ts'

const mostRedirects = 3

/** How hosts are found and reached. */
export interface Network {
  readonly resolve: ResolveHost
  readonly connect: ConnectHost
}

/** A file, as bytes, from an address that a caller named. Every hop is resolved and checked anew. Throws `FetchError`. */
export async function fetchMedia(
  found: FoundUrl,
  options: MediaOptions,
  { resolve, connect }: Network,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = readUrl(found.url)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    checkPlace(url, options)
    const addresses = await beforeEnd(checkedAddresses(url.hostname, resolve, options.allows), signal)
    const answer = await getOnce(url, connect(addresses, options.patience), found, options, signal)
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

export function checkPlace(url: URL, { ports }: MediaOptions): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError('only http and https are fetched')
  if (url.username !== '' || url.password !== '') throw new FetchError('it holds credentials')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!ports.includes(port)) throw new FetchError(`nothing is fetched from port ${port}`)
}

/** The file, or where it is instead. */
function getOnce(
  url: URL,
  connect: ReturnType<ConnectHost>,
  found: FoundUrl,
  { bytes, patience }: MediaOptions,
  signal: AbortSignal,
): Promise<Fetched | { readonly location: string }> {
  return askHost(url, connect, patience, signal, async ({ answer, client, location }) => {
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
    // No encoding is set: what comes are bytes.
    size += chunk.length
    if (size > limit) throw new FetchError(tooLarge)
    chunks.push(chunk)
  }
  if (size === 0) throw new FetchError('it is empty')
  return Buffer.concat(chunks, size)
}

/** A name server may be as slow as a host. */
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
