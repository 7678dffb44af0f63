import type { Exchange } from '../exchange.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { isPlausibleId } from './is-plausible-id.ts'
import type { kinds } from './kinds.ts'
import { ownerOf } from './owner-of.ts'

/** A document of the caller's key; `foreign` where it is another's, which the caller must not be able to tell from one that is not there. */
export async function findDocument(
  exchange: Exchange,
  kind: (typeof kinds)[keyof typeof kinds],
  id: string,
): Promise<StoredDocument | 'foreign' | undefined> {
  if (!isPlausibleId(id)) return undefined
  const found = await exchange.gateway.store.documents.get(kind, id, Date.now())
  return found === undefined || found.owner === ownerOf(exchange) ? found : 'foreign'
}
