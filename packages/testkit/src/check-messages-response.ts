import { isText, object, objects, shown } from './loose.ts'

const endings = new Set(['tool_use', 'max_tokens', 'refusal', 'pause_turn', 'model_context_window_exceeded', 'compaction', 'stop_sequence'])

/** Breaches of the promises to clients of Messages that the response's schema does not state. */
export function checkMessagesResponse(body: unknown): readonly string[] {
  const message = object(body)
  const breaches: string[] = []
  if (message['type'] !== 'message' || message['role'] !== 'assistant') breaches.push('no assistant message')
  if (!isText(message['id']) || !isText(message['model'])) breaches.push('no id or model')
  if (!Array.isArray(message['content'])) breaches.push('content is no list')
  for (const key of ['stop_reason', 'stop_sequence'])
    if (!isText(message[key]) && message[key] !== null) breaches.push(`${key} is neither text nor null`)
  const usage = object(message['usage'])
  for (const key of ['input_tokens', 'output_tokens']) if (typeof usage[key] !== 'number') breaches.push(`usage.${key} is no number`)
  const blocks = objects(message['content'])
  for (const block of blocks) {
    if (!isText(block['type'])) breaches.push('a block without a type')
    if (block['type'] === 'text' && !isText(block['text'])) breaches.push('a text block without text')
    if (block['type'] === 'thinking' && (!isText(block['thinking']) || !isText(block['signature'])))
      breaches.push('a thinking block without text or signature')
    if (
      block['type'] === 'tool_use' &&
      (!isText(block['id']) || !isText(block['name']) || Array.isArray(block['input']) || typeof block['input'] !== 'object')
    ) {
      breaches.push('a tool_use without id, name or input')
    }
  }
  if (blocks.some(({ type }) => type === 'tool_use') && !endings.has(shown(message['stop_reason'])))
    breaches.push(`tool_use blocks end in ${shown(message['stop_reason'])}`)
  return breaches
}
