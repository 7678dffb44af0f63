import type { Json } from '@interlingua/core'
import type { GatewayState } from '../gateway-state.ts'
import { StoreError } from '../store/store-error.ts'
import { readConversation, writeConversation } from './conversation.ts'
import { itemIdOf } from './item-ids.ts'
import { kinds } from './kinds.ts'
import { writeLot, type Lot } from './lot.ts'

/** Appends that meet are done one after the other; so many in a row lose only where something is wrong. */
const patience = 100

/**
 * Appends items to a conversation, after all that is in it by then. Gives the lot in which they are, `undefined` where the conversation is gone.
 * Rejects with a `StoreError`.
 */
export async function appendItems(
  { store: { documents }, newId }: GatewayState,
  owner: string,
  conversationId: string,
  items: readonly Json[],
): Promise<Lot | undefined> {
  const id = newId('')
  const taken = new Set<string>()
  const ids = items.map((item, index) => {
    const own = itemIdOf(item, id, index)
    const unique = taken.has(own) ? `${own}_${index}` : own
    taken.add(unique)
    return unique
  })
  const lot = { items, ids }
  await documents.insert({ kind: kinds.items, id, owner, createdAt: Date.now(), revision: 1, body: writeLot(lot) })
  const size = JSON.stringify(items).length
  for (let attempt = 0; attempt < patience; attempt++) {
    const found = await documents.get(kinds.conversation, conversationId, Date.now())
    if (found === undefined || found.owner !== owner) {
      await documents.delete(kinds.items, id)
      return undefined
    }
    const conversation = readConversation(found)
    const body = writeConversation({
      ...conversation,
      lots: [...conversation.lots, `${kinds.items}/${id}`],
      size: conversation.size + size,
    })
    if (await documents.replace({ ...found, body })) return lot
  }
  throw new StoreError('a conversation changes too often to be appended to')
}
