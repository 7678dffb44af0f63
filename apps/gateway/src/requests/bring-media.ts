import { findUrls, placeFetched, type Context, type FoundUrl, type GenerateAdapter, type GenerateRequest } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'
import type { MediaFetcher } from '../media/create-media-fetcher.ts'
import { refuseError } from '../faults/refuse-error.ts'
import { notice } from '../media/notices.ts'
import { fetchFiles } from './fetch-files.ts'

/**
 * The request with the bytes of each file whose address `adapter` cannot be told: at once where there is none. A file that cannot be had is
 * a 400 that names the field, since only the caller can mend it.
 */
export function bringMedia(
  exchange: Exchange,
  request: GenerateRequest,
  adapter: GenerateAdapter,
  context: Context,
  done: (request: GenerateRequest | Fault) => void,
): void {
  const found = findUrls(request, adapter, context)
  const [first] = found
  if (first === undefined) return done(request)
  const { fetchMedia } = exchange.gateway
  if (fetchMedia === undefined)
    return done(invalidRequest('the file would have to be fetched from its address, which is turned off', first.at))
  void bringAll(exchange, request, fetchMedia, found, done)
}

/** Never rejects: what goes wrong behind the fetching is answered here. */
async function bringAll(
  exchange: Exchange,
  request: GenerateRequest,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
  done: (request: GenerateRequest | Fault) => void,
): Promise<void> {
  try {
    const brought = await fetchFiles(exchange, fetchMedia, found)
    if (brought === undefined || exchange.over) return
    if ('failure' in brought) return done(brought)
    for (const { at } of found) exchange.onNotice(notice('media-fetched', at))
    done(placeFetched(request, brought.files))
  } catch (error) {
    if (exchange.over) return
    if (exchange.failover) exchange.failover.refuse(error)
    else refuseError(exchange, error)
  }
}
