import {
  requestHost,
  checkedAddresses,
  connectHost,
  type ConnectHost,
  createAllowance,
  FetchError,
  resolveHost,
  type ResolveHost,
} from './addresses.ts'
import { checkPlace, createMediaFetcher, type FetchLimits, type MediaFetcher } from './fetch-media.ts'
import type { Client, Dispatcher } from 'undici'

/** File at an address, to be read piece by piece, or the address of a redirect. */
type OpenedResult = { readonly pieces: AsyncIterable<Uint8Array> } | { readonly location: string }

/** Opens a file that an upstream made, on another host than the upstream's. Rejects with a `FetchError`; the caller follows redirects. */
export type ResultOpener = (url: URL, signal: AbortSignal) => Promise<OpenedResult>

/** Creates an opener within `options`; the reader limits the size. */
function createResultOpener(options: FetchLimits, resolve: ResolveHost = resolveHost, connect: ConnectHost = connectHost): ResultOpener {
  return async (url, signal) => {
    checkPlace(url, options)
    const { timeoutMs } = options
    const addresses = await checkedAddresses(url.hostname, resolve, options.allows)
    return requestHost(
      url,
      connect(addresses, timeoutMs),
      timeoutMs,
      signal,
      async ({ answer, client, location }): Promise<OpenedResult> => {
        if (answer.statusCode === 200) return { pieces: read(answer, client) }
        await answer.body.dump({ limit: 65_536 })
        void client.destroy()
        if (location !== undefined) return { location }
        throw new FetchError(`its host answered with status ${answer.statusCode}`)
      },
    )
  }
}

/** Reads the pieces; a reader that stops ends the connection. */
async function* read({ body }: Dispatcher.ResponseData, client: Client): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body as AsyncIterable<Buffer> // without an encoding the pieces are bytes
  } finally {
    void client.destroy()
  }
}

/** Fetching of files that callers name by address, for upstreams that take no addresses. */
export interface MediaOptions {
  /** False to refuse requests with such files. Default true. */
  readonly fetch?: boolean | undefined
  /** Private addresses (loopback, private networks, …) that may be fetched from: all, or blocks such as `10.0.0.0/8`. Default none. */
  readonly privateAddresses?: boolean | readonly string[] | undefined
  /** Ports that may be fetched from. Default 80, 443, 8080 and 8443. */
  readonly ports?: readonly number[] | undefined
  /** Largest file in bytes. Default 20 MiB. */
  readonly bytes?: number | undefined
  /** Seconds for one file. Default 20. */
  readonly timeout?: number | undefined
  /** Largest number of files in one request. Default 16. */
  readonly files?: number | undefined
}

/** Fetchers of files at addresses that others chose. */
export interface Fetchers {
  /** Fetches media for upstreams that take no addresses. Absent: such requests are refused. */
  readonly fetchMedia?: MediaFetcher
  /** Fetches a file that an upstream made, from the hosts allowed for callers' files; its limit is larger, since it is paid for. */
  readonly fetchResults: MediaFetcher
  /** Opens a file that an upstream made, to be read piece by piece. */
  readonly openResult: ResultOpener
}

const defaultPorts = [80, 443, 8080, 8443]
const mebibyte = 1024 * 1024
/** Milliseconds for a file that an upstream made. */
const resultTimeout = 60_000

/** Creates the fetchers. `answerBytes`: largest file that an upstream made. */
export function createFetchers(options: MediaOptions, answerBytes: number): Fetchers {
  const { fetch = true, bytes = 20 * mebibyte, files = 16, ports = defaultPorts, privateAddresses = false, timeout = 20 } = options
  const place = { allows: createAllowance(privateAddresses), ports }
  const results = { ...place, bytes: answerBytes, files: 1, timeoutMs: resultTimeout, totalBytes: answerBytes }
  return {
    ...(fetch && { fetchMedia: createMediaFetcher({ ...place, bytes, files, timeoutMs: timeout * 1000, totalBytes: 3 * bytes }) }),
    fetchResults: createMediaFetcher(results),
    openResult: createResultOpener(results),
  }
}
