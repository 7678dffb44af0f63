import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/**
 * An item as lists show it: with an id, a message as the list of parts that its text stands for, and what lists always tell, where whoever
 * gave the item left it out.
 */
export function showItem(item: Json, id: string): JsonObject {
  if (!isJsonObject(item)) return { id, type: 'message', status: 'completed', role: 'user', content: [{ type: 'input_text', text: item }] }
  const { type = 'message', output } = item
  if (type !== 'message') {
    const told = { ...(typeof type === 'string' && Object.hasOwn(always, type) && always[type]), ...withoutNull(item), id }
    return Array.isArray(output) ? { ...told, output: output.map(showPart) } : told
  }
  const { role, content } = item
  const kind = role === 'assistant' ? 'output_text' : 'input_text'
  const parts: Json = typeof content === 'string' ? [{ type: kind, text: content }] : (content ?? [])
  return {
    ...item,
    id,
    type: 'message',
    status: item['status'] ?? 'completed',
    content: Array.isArray(parts) ? parts.map(showPart) : parts,
  }
}

const whole: JsonObject = { status: 'completed' }

/**
 * What each type of item always has in a list, with the value where nobody said otherwise. As of 2026-11: the required fields of `ResponseItem`
 * and `ConversationItem` in the package `openai` 7.57 that an item of a request may lack.
 */
const always: Readonly<Record<string, JsonObject>> = {
  function_call: whole,
  function_call_output: whole,
  custom_tool_call: whole,
  custom_tool_call_output: whole,
  web_search_call: whole,
  file_search_call: whole,
  computer_call: { ...whole, pending_safety_checks: [] },
  computer_call_output: whole,
  tool_search_call: { ...whole, call_id: null, execution: 'client' },
  tool_search_output: { ...whole, call_id: null, execution: 'client' },
  image_generation_call: { ...whole, result: null },
  code_interpreter_call: { ...whole, code: null, outputs: null },
  local_shell_call: whole,
  shell_call: { ...whole, environment: null },
  shell_call_output: { ...whole, max_output_length: null },
  apply_patch_call: whole,
  apply_patch_call_output: whole,
  reasoning: { summary: [] },
}

/** A null in a request is a field that was left out. */
function withoutNull(item: JsonObject): JsonObject {
  return item['status'] === null ? Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'status')) : item
}

function showPart(part: Json): Json {
  if (!isJsonObject(part)) return part
  switch (part['type']) {
    case 'output_text':
      return { ...part, annotations: part['annotations'] ?? [] }
    case 'input_image':
      return { ...part, detail: part['detail'] ?? 'auto' }
    default:
      return part
  }
}
