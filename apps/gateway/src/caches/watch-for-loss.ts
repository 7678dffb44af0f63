import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { cachedContentKind } from './cached-content.ts'

/** Statuses with which upstreams say that they have a cached content no more. */
const statuses: ReadonlySet<number> = new Set([403, 404])
/** Else it is about the model, or about the credentials. */
const words = /cached ?content/i

/**
 * From now on an upstream that has lost the cached content is believed: it is forgotten here too, and `answer` answers. `asked`: for itself,
 * not for its use.
 */
export function watchForLoss(exchange: Exchange, { id }: StoredDocument, asked: boolean, answer: () => void): void {
  const forget = async (): Promise<void> => {
    await exchange.gateway.store.documents.delete(cachedContentKind, id)
    answer()
  }
  exchange.lost = {
    statuses,
    take: ({ message, code }) =>
      words.test(message) || (asked && code === 'not-found') ? () => void guardAsync(exchange, forget) : undefined,
  }
}
