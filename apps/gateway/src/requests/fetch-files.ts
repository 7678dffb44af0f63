import type { Fetched, FoundUrl } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { MediaFetcher } from '../media/create-media-fetcher.ts'
import { holdTimer } from '../upstreams/hold-timer.ts'
import type { HeldTimer } from '../upstreams/held-timer.ts'
import { invalidRequest } from './invalid-request.ts'

/** Files by their addresses. */
export interface FetchedFiles {
  readonly files: ReadonlyMap<string, Fetched>
}

/**
 * The files that a request names by address, or the 400 that names the field of one that cannot be had; `undefined` where the caller has left
 * meanwhile. Never rejects.
 */
export async function fetchFiles(
  exchange: Exchange,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
): Promise<FetchedFiles | Fault | undefined> {
  const left = new AbortController()
  const waiting: HeldTimer = { cancel: () => left.abort() }
  holdTimer(exchange, waiting)
  const answers = await fetchMedia(found, left.signal)
  waiting.cancel = undefined
  if (exchange.over) return undefined
  const files = new Map<string, Fetched>()
  for (const answer of answers) {
    if ('reason' in answer) return invalidRequest(`the file could not be fetched from its address: ${answer.reason}`, answer.found.at)
    files.set(answer.found.url, answer.fetched)
  }
  return { files }
}
