import type { JsonObject, Part } from '@interlingua/core'
import { hintOf, restOf } from './extension.ts'
import type { Bag } from './extension.ts'

/** The block of a `content_block_start`, before its deltas. `complete`: with the fields that the server of this format always sends. */
export function emptyBlock(value: Part, complete: boolean): JsonObject {
  switch (value.type) {
    case 'text':
    case 'refusal': {
      const { citations } = hintOf(value)
      return { type: 'text', text: '', ...(citations !== undefined && { citations }), ...restOf(value) }
    }
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '', ...restOf(value) }
    case 'tool-call': {
      const block: Bag = { type: 'tool_use', id: value.callId, name: value.name, input: {} }
      if (value.caller)
        block.caller = value.caller.id === undefined ? { type: value.caller.type } : { type: value.caller.type, tool_id: value.caller.id }
      else if (hintOf(value).caller === 'direct' || complete) block.caller = { type: 'direct' }
      return value.extensions === undefined ? block : { ...block, ...restOf(value) }
    }
    case 'hosted-call': {
      const block: Bag = { type: hintOf(value).type ?? 'server_tool_use', id: value.callId, name: value.name ?? value.family, input: {} }
      if (value.server !== undefined) block.server_name = value.server
      return { ...block, ...restOf(value) }
    }
    default:
      return { type: 'text', text: '' }
  }
}
