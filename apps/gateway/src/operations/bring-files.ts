import type { Fetched, FoundUrl } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import { notice } from '../media/notices.ts'
import { fetchFiles } from '../requests/fetch-files.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { AttemptFailed } from './attempt-failed.ts'

/**
 * The files at addresses that an upstream cannot be told, by their addresses, each reported where the caller named it; `undefined` where the
 * client has left meanwhile. Rejects with `AttemptFailed` where one cannot be had: another channel may be able to be told.
 */
export async function bringFiles(
  exchange: Exchange,
  found: readonly [FoundUrl, ...FoundUrl[]],
): Promise<ReadonlyMap<string, Fetched> | undefined> {
  const { fetchMedia } = exchange.gateway
  const brought =
    fetchMedia === undefined
      ? invalidRequest('the file would have to be fetched from its address, which is turned off', found[0].at)
      : await fetchFiles(exchange, fetchMedia, found)
  if (brought === undefined) return undefined
  if ('failure' in brought) throw new AttemptFailed({ fault: brought, decision: 'next-channel' })
  for (const { at } of found) exchange.onNotice(notice('media-fetched', at))
  return brought.files
}
