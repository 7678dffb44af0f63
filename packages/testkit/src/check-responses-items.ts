import { isText, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const called = new Set(['function_call', 'custom_tool_call', 'shell_call', 'apply_patch_call', 'local_shell_call', 'computer_call'])

/** Checks the items of a response, also in snapshots of a stream. */
export function checkResponsesItems(output: unknown, breaches: string[]): void {
  if (!Array.isArray(output)) return void breaches.push('output is no list')
  const ids = new Set<unknown>()
  const calls = new Set<string>()
  for (const item of objects(output)) {
    const type = shown(item['type'])
    // Custom and function calls of old servers may lack an id of their own; an empty id counts as missing.
    if (!isText(item['id']) || item['id'] === '') breaches.push(`a ${type} without an id`)
    else if (item['id'].length > 64 && !/^[a-z]+_/.test(item['id'])) breaches.push(`a ${type} with an id longer than 64 characters`)
    if (ids.has(item['id'])) breaches.push(`two items have the same id`)
    ids.add(item['id'])
    if (called.has(type)) {
      const call = `${type} ${shown(item['call_id'])}`
      if (!isText(item['call_id']) || item['call_id'] === '') breaches.push(`a ${type} without a call_id`)
      if (calls.has(call)) breaches.push('two calls have the same call_id')
      calls.add(call)
    }
    checkItem(type, item, breaches)
  }
}

function checkItem(type: string, item: Loose, breaches: string[]): void {
  switch (type) {
    case 'message':
      if (item['role'] !== 'assistant') breaches.push("a message that is not the assistant's")
      if (!isText(item['status'])) breaches.push('a message without a status')
      if (!Array.isArray(item['content'])) breaches.push('a message whose content is no list')
      for (const part of objects(item['content'])) {
        if (part['type'] === 'output_text' && (!isText(part['text']) || !Array.isArray(part['annotations'])))
          breaches.push('an output_text without text or annotations')
        if (part['type'] === 'refusal' && !isText(part['refusal'])) breaches.push('a refusal without text')
        if (part['type'] === 'input_text') breaches.push("an input_text in the assistant's message")
      }
      return
    case 'reasoning':
      if (!Array.isArray(item['summary'])) breaches.push('reasoning without a summary')
      for (const part of objects(item['summary'])) if (!isText(part['text'])) breaches.push('a summary without text')
      return
    case 'function_call':
      if (!isText(item['name']) || !isText(item['arguments'])) breaches.push('a function_call without name or arguments')
      return
    case 'custom_tool_call':
      if (!isText(item['name']) || !isText(item['input'])) breaches.push('a custom_tool_call without name or input')
      return
    default:
      return
  }
}
