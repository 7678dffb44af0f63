import type { GatewayState } from '../gateway-state.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { readConversation } from './conversation.ts'
import { showItem } from './show-item.ts'
import { kinds } from './kinds.ts'
import { readLot } from './lot.ts'
import type { ListedItem } from './page-items.ts'

/** An item with the document in which it is. */
export interface LotItem extends ListedItem {
  readonly lot: StoredDocument
}

/** All items of a conversation, the oldest first. */
export async function loadLots(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  conversation: StoredDocument,
): Promise<readonly LotItem[]> {
  const ids = readConversation(conversation).lots.map((reference) => reference.slice(kinds.items.length + 1))
  const lots = ids.length === 0 ? [] : await documents.getMany(kinds.items, ids, Date.now())
  return lots.flatMap((lot) => {
    const { items, ids: names } = readLot(lot)
    return items.map((item, index) => ({ id: names[index] ?? '', item: showItem(item, names[index] ?? ''), lot }))
  })
}
