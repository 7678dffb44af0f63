import type { Client, Dispatcher } from 'undici'
import { askHost } from './ask-host.ts'
import { checkedAddresses } from './checked-addresses.ts'
import { connectHost, type ConnectHost } from './connect-host.ts'
import { FetchError } from './fetch-error.ts'
import { checkPlace } from './fetch-media.ts'
import type { MediaOptions } from './media-options.ts'
import { resolveHost, type ResolveHost } from './resolve-host.ts'

/** A file at an address, to be read piece by piece, or where it is instead. */
export type OpenedResult = { readonly pieces: AsyncIterable<Uint8Array> } | { readonly location: string }

/** Opens a file that an upstream made, at a place that is not the upstream itself. Rejects with a `FetchError`. Redirects are the caller's to follow. */
export type ResultOpener = (url: URL, signal: AbortSignal) => Promise<OpenedResult>

/** Opens within `options` what may be fetched on behalf of callers; how large it may be is for whoever reads it. */
export function createResultOpener(
  options: MediaOptions,
  resolve: ResolveHost = resolveHost,
  connect: ConnectHost = connectHost,
): ResultOpener {
  return async (url, signal) => {
    checkPlace(url, options)
    const { patience } = options
    const addresses = await checkedAddresses(url.hostname, resolve, options.allows)
    return askHost(url, connect(addresses, patience), patience, signal, async ({ answer, client, location }): Promise<OpenedResult> => {
      if (answer.statusCode === 200) return { pieces: read(answer, client) }
      await answer.body.dump({ limit: 65_536 })
      void client.destroy()
      if (location !== undefined) return { location }
      throw new FetchError(`its host answered with status ${answer.statusCode}`)
    })
  }
}

/** Whoever stops reading ends the connection. */
async function* read({ body }: Dispatcher.ResponseData, client: Client): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body as AsyncIterable<Buffer> // no encoding is set: what comes are bytes
  } finally {
    void client.destroy()
  }
}
