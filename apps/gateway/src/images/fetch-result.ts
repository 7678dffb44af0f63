import type { Fetched } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { FetchError } from '../media/fetch-error.ts'
import { settleMime } from '../media/settle-mime.ts'
import { holdTimer } from '../upstreams/hold-timer.ts'
import type { HeldTimer } from '../upstreams/held-timer.ts'

/** Milliseconds for one file from the upstream itself, and before each further try. */
const patience = 60_000
const pauses = [250, 1_000] as const

interface Asked {
  readonly exchange: Exchange
  readonly target: Target
}

/**
 * An image that an upstream gives by address. From the channel's own origin it comes over the channel's connections, from anywhere else as
 * files do that callers name: in neither case does a credential go along, since such addresses are signed. It is paid for: it is asked for
 * more than once. Throws `FetchError`.
 */
export async function fetchResult({ exchange, target }: Asked, url: string): Promise<Fetched> {
  const left = new AbortController()
  const waiting: HeldTimer = { cancel: () => left.abort() }
  holdTimer(exchange, waiting)
  try {
    for (const pause of pauses) {
      try {
        return await fetchOnce(exchange, target, url, left.signal)
      } catch (error) {
        if (left.signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return await fetchOnce(exchange, target, url, left.signal)
  } finally {
    waiting.cancel = undefined
  }
}

async function fetchOnce({ gateway }: Exchange, { channel }: Target, url: string, left: AbortSignal): Promise<Fetched> {
  const address = URL.parse(url)
  if (address === null) throw new FetchError('what the upstream gave is no address')
  const found = { url, kind: 'image', at: '' } as const
  if (address.origin === channel.origin && address.username + address.password === '') {
    const signal = AbortSignal.any([left, AbortSignal.timeout(patience)])
    const bytes = await download(channel.pool, address, gateway.answerBytes, signal)
    return { mime: settleMime(found, undefined, bytes), base64: bytes.toString('base64') }
  }
  const [answer] = await gateway.fetchResults([found], left)
  if (answer === undefined) throw new FetchError('the caller left')
  if ('reason' in answer) throw new FetchError(answer.reason)
  return answer.fetched
}

async function download(pool: Dispatcher, { origin, pathname, search }: URL, limit: number, signal: AbortSignal): Promise<Buffer> {
  try {
    const path = `${pathname}${search}`
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' }
    const { statusCode, body } = await pool.request({ origin, path, method: 'GET', headers, signal })
    if (statusCode !== 200) {
      await body.dump({ limit: 65_536 })
      throw new FetchError(`its host answered with status ${statusCode}`)
    }
    const chunks: Buffer[] = []
    let size = 0
    // Leaving the loop ends the call. No encoding is set: what comes are bytes.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new FetchError(`it is larger than ${limit} bytes`)
      chunks.push(chunk)
    }
    if (size === 0) throw new FetchError('it is empty')
    return Buffer.concat(chunks, size)
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'it took too long' : 'its host could not be reached, or broke off')
  }
}
