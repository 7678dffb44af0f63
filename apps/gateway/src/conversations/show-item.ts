import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/** An item as lists show it: with an id, and a message as the list of parts that its text stands for. */
export function showItem(item: Json, id: string): JsonObject {
  if (!isJsonObject(item)) return { id, type: 'message', status: 'completed', role: 'user', content: [{ type: 'input_text', text: item }] }
  if (item['type'] !== undefined && item['type'] !== 'message') return { ...item, id }
  const { role, content } = item
  const text = role === 'assistant' ? { type: 'output_text', text: content, annotations: [] } : { type: 'input_text', text: content }
  return {
    ...item,
    id,
    type: 'message',
    status: item['status'] ?? 'completed',
    content: typeof content === 'string' ? [text as JsonObject] : (content ?? []),
  } // just seen to be JSON
}
