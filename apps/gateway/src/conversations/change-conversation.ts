import type { GatewayState } from '../gateway-state.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { readConversation, writeConversation, type Conversation } from './conversation.ts'
import { kinds } from './kinds.ts'

/** Writes what `edit` makes of the newest state of a conversation, and gives it; `undefined` where there is none any more, or soon. Rejects with a `StoreError`. */
export async function changeConversation(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  id: string,
  edit: (conversation: Conversation) => Conversation,
): Promise<StoredDocument | undefined> {
  for (;;) {
    const document = await documents.get(kinds.conversation, id, Date.now())
    if (document === undefined) return undefined
    const conversation = readConversation(document)
    if (conversation.ending) return undefined
    const changed = { ...document, body: writeConversation(edit(conversation)) }
    if (await documents.replace(changed)) return changed
  }
}
