import type { Exchange } from '../exchange.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { kinds } from './kinds.ts'
import { ownerOf } from './owner-of.ts'

/** What may be an id. Of anything else it is clear without asking that there is nothing: not every store takes every text. */
const plausible = /^[\x21-\x7e]{1,200}$/

/** A document of the caller's key; `foreign` where it is another's, which the caller must not be able to tell from one that is not there. */
export async function findDocument(
  exchange: Exchange,
  kind: (typeof kinds)[keyof typeof kinds],
  id: string,
): Promise<StoredDocument | 'foreign' | undefined> {
  if (!plausible.test(id)) return undefined
  const found = await exchange.gateway.store.documents.get(kind, id, Date.now())
  return found === undefined || found.owner === ownerOf(exchange) ? found : 'foreign'
}
