import type { Fetched, FoundUrl } from '@interlingua/core'
import { connectHost, type ConnectHost } from './connect-host.ts'
import { createGate } from './create-gate.ts'
import { FetchError } from './fetch-error.ts'
import { fetchMedia } from './fetch-media.ts'
import type { MediaOptions } from './media-options.ts'
import { resolveHost, type ResolveHost } from './resolve-host.ts'

/** A file that was asked for: there, or why not. */
export type MediaAnswer = { readonly found: FoundUrl; readonly fetched: Fetched } | { readonly found: FoundUrl; readonly reason: string }

/** Fetches the files that one request names. Never rejects. `signal` ends it when the caller is gone. */
export type MediaFetcher = (found: readonly FoundUrl[], signal: AbortSignal) => Promise<readonly MediaAnswer[]>

/** Files that are fetched at once, for one request and for all. */
const atOnce = 4
const atOnceForAll = 32

/** Fetches within `options`; `resolve` answers for the names of hosts, `connect` reaches the addresses that were found fit. */
export function createMediaFetcher(
  options: MediaOptions,
  resolve: ResolveHost = resolveHost,
  connect: ConnectHost = connectHost,
): MediaFetcher {
  const network = { resolve, connect }
  const gate = createGate(atOnceForAll)

  async function fetchOne(found: FoundUrl, gone: AbortSignal): Promise<MediaAnswer> {
    if (gone.aborted) return { found, reason: 'the caller left' }
    try {
      return { found, fetched: await fetchMedia(found, options, network, AbortSignal.any([gone, AbortSignal.timeout(options.patience)])) }
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
        let answer = await gate.run(() => fetchOne(file, gone))
        if ('fetched' in answer && (total += answer.fetched.base64.length * 0.75) > options.totalBytes)
          answer = { found: next, reason: `the files of one request may hold ${options.totalBytes} bytes together` }
        // Whatever is ended because another file failed is not the reason.
        if ('reason' in answer && failed.signal.aborted) return
        answers.push(answer)
        if ('reason' in answer) failed.abort()
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work))
    return answers
  }
}
