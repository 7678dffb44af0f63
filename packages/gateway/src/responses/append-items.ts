import type { GatewayState } from '../server/gateway-state.ts'
import { type Conversation, kinds, type ItemBatch, readConversation, writeConversation, writeBatch } from './documents.ts'
import { isJsonObject, type Json } from '@interlingua/core'
import type { StoredDocument } from '@interlingua/store'

/** Id under which an item is listed: its own, else one made of its index. `stem`: id of the document that holds the item. */
export function itemIdOf(item: Json, stem: string, index: number): string {
  if (isJsonObject(item) && typeof item['id'] === 'string' && item['id'] !== '') return item['id']
  return `${prefixOf(item)}_${stem}i${index}`
}

function prefixOf(item: Json): string {
  const type = isJsonObject(item) ? item['type'] : undefined
  return (typeof type === 'string' && Object.hasOwn(prefixes, type) ? prefixes[type] : undefined) ?? 'msg'
}

/** Prefixes of the vendor's ids, by type of item. */
const prefixes: Readonly<Record<string, string>> = {
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  computer_call: 'cu',
  computer_call_output: 'cuo',
  shell_call: 'sh',
  shell_call_output: 'sho',
  local_shell_call: 'lsh',
  local_shell_call_output: 'lsho',
  apply_patch_call: 'apc',
  apply_patch_call_output: 'apco',
  web_search_call: 'ws',
  file_search_call: 'fs',
  code_interpreter_call: 'ci',
  image_generation_call: 'ig',
  mcp_call: 'mcp',
  mcp_list_tools: 'mcpl',
  mcp_approval_request: 'mcpr',
  mcp_approval_response: 'mcprs',
  compaction: 'cmp',
  tool_search_call: 'tsc',
  tool_search_output: 'tso',
  item_reference: 'ref',
}

/**
 * Writes the result of `edit` for the newest state of a conversation, and returns the document; undefined if the conversation is gone or being
 * deleted. Rejects with a `StoreError`.
 */
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

/**
 * Appends items to a conversation, behind all that it holds by then; of several requests that append at once, one waits for the other. Returns the
 * batch of the items, undefined where the conversation is gone; rejects with a `StoreError`.
 */
export async function appendItems(
  gateway: Pick<GatewayState, 'store' | 'newId'>,
  owner: string,
  conversationId: string,
  items: readonly Json[],
): Promise<ItemBatch | undefined> {
  const { documents } = gateway.store
  const id = gateway.newId('')
  const batch = { items, ids: idsOf(items, id) }
  const size = JSON.stringify(items).length
  await documents.insert({ kind: kinds.items, id, owner, createdAt: Date.now(), revision: 1, body: writeBatch(batch) })
  const changed = await changeConversation(gateway, conversationId, (conversation) => ({
    ...conversation,
    batches: [...conversation.batches, `${kinds.items}/${id}`],
    size: conversation.size + size,
  }))
  if (changed) return batch
  await documents.delete(kinds.items, id)
  return undefined
}

/** Ids of the items, each different: the second of two equal ones is replaced. */
function idsOf(items: readonly Json[], stem: string): readonly string[] {
  const taken = new Set<string>()
  return items.map((item, index) => {
    const own = itemIdOf(item, stem, index)
    const id = taken.has(own) ? itemIdOf(null, stem, index) : own
    taken.add(id)
    return id
  })
}
