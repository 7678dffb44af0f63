import { Client, type Dispatcher } from 'undici'
import type { ConnectHost } from './connect-host.ts'
import { FetchError } from './fetch-error.ts'

/** The one connection over which a file is asked for. Whoever reads the answer ends it. */
export interface HostAnswer {
  readonly answer: Dispatcher.ResponseData
  readonly client: Client
  /** Where the file is instead, where the answer says so. */
  readonly location: string | undefined
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * One request to one of the checked addresses, and what `read` makes of the answer: the name is not asked for again, only sent along.
 * Rejects with a `FetchError`, and then the connection has ended. `patience`: milliseconds for the head, and between pieces of the body.
 */
export async function askHost<T>(
  url: URL,
  connect: ReturnType<ConnectHost>,
  patience: number,
  signal: AbortSignal,
  read: (host: HostAnswer) => T | Promise<T>,
): Promise<T> {
  const client = new Client(url.origin, {
    connect,
    headersTimeout: patience,
    bodyTimeout: patience,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' },
      signal,
    })
    const { location } = answer.headers
    const moved = redirects.has(answer.statusCode) && typeof location === 'string'
    return await read({ answer, client, location: moved ? location : undefined })
  } catch (error) {
    void client.destroy()
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'it took too long' : 'its host could not be reached, or broke off')
  }
}
