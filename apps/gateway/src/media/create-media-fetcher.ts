import type { Fetched, FoundUrl } from '@interlingua/core'
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

/** Fetches within `options`; `resolve` answers for the names of hosts. */
export function createMediaFetcher(options: MediaOptions, resolve: ResolveHost = resolveHost): MediaFetcher {
  let running = 0
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    // Who is let in takes the place of the one who leaves.
    if (running >= atOnceForAll) await new Promise<void>((next) => waiting.push(next))
    else running++
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  async function fetchOne(found: FoundUrl, gone: AbortSignal): Promise<MediaAnswer> {
    await enter()
    try {
      if (gone.aborted) return { found, reason: 'the caller left' }
      const fetched = await fetchMedia(found, options, resolve, AbortSignal.any([gone, AbortSignal.timeout(options.patience)]))
      return { found, fetched }
    } catch (error) {
      return { found, reason: error instanceof FetchError ? error.message : 'it could not be fetched' }
    } finally {
      leave()
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
        let answer = await fetchOne(next, gone)
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
