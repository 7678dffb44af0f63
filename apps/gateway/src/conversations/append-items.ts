import type { Json } from '@interlingua/core'
import type { GatewayState } from '../gateway-state.ts'
import { changeConversation } from './change-conversation.ts'
import { itemIdOf } from './item-id-of.ts'
import { kinds } from './kinds.ts'
import { writeLot, type Lot } from './lot.ts'

/**
 * Appends items to a conversation, after all that is in it by then: of those who append at once one waits for the other. Gives the lot in which
 * they are, `undefined` where the conversation is gone. Rejects with a `StoreError`.
 */
export async function appendItems(
  gateway: Pick<GatewayState, 'store' | 'newId'>,
  owner: string,
  conversationId: string,
  items: readonly Json[],
): Promise<Lot | undefined> {
  const { documents } = gateway.store
  const id = gateway.newId('')
  const lot = { items, ids: idsOf(items, id) }
  const size = JSON.stringify(items).length
  await documents.insert({ kind: kinds.items, id, owner, createdAt: Date.now(), revision: 1, body: writeLot(lot) })
  const changed = await changeConversation(gateway, conversationId, (conversation) => ({
    ...conversation,
    lots: [...conversation.lots, `${kinds.items}/${id}`],
    size: conversation.size + size,
  }))
  if (changed) return lot
  await documents.delete(kinds.items, id)
  return undefined
}

/** One for each; where two items came with the same, the second gets another. */
function idsOf(items: readonly Json[], stem: string): readonly string[] {
  const taken = new Set<string>()
  return items.map((item, index) => {
    const own = itemIdOf(item, stem, index)
    const id = taken.has(own) ? itemIdOf(null, stem, index) : own
    taken.add(id)
    return id
  })
}
