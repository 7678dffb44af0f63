import type { Item, Part } from '@interlingua/core'
import type { EncodeScope } from './codec.ts'
import { isContent } from './content.ts'
import { encodeItem } from './index.ts'
import { encodeMessage } from './message.ts'
import type { WireItem } from '../wire/wire-item.ts'

/**
 * The item of a `response.output_item.added`, before its deltas: the empty item of the part that opens it. `item` is the entry of a
 * message. `undefined` for a part that has no item in this format.
 */
export function emptyItem(part: Part, item: Item | undefined, scope: EncodeScope, index: number): WireItem | undefined {
  const wire = isContent(part) ? encodeMessage([part], item, 'assistant', scope, index) : encodeItem(part, undefined, scope, index)
  if (wire === undefined) return undefined
  const opened: Record<string, WireItem[string]> = { ...wire }
  if (opened.status !== undefined) opened.status = 'in_progress'
  switch (wire.type) {
    case 'message':
      opened.content = []
      break
    case 'reasoning':
      opened.summary = []
      delete opened.content
      // Complete in `output_item.done` alone.
      delete opened.encrypted_content
      break
    case 'function_call':
    case 'mcp_call':
      opened.arguments = ''
      break
    case 'custom_tool_call':
      opened.input = ''
      break
    case 'code_interpreter_call':
      opened.code = ''
      break
  }
  return opened
}
