import type { JsonObject, Part } from '@interlingua/core'
import { hintOf, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'

/** Block of a `content_block_start`, before its deltas. `complete`: with the members that this format's server always sends. */
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
      const block: JsonDraft = { type: 'tool_use', id: value.callId, name: value.name, input: {} }
      if (value.caller)
        block.caller = value.caller.id === undefined ? { type: value.caller.type } : { type: value.caller.type, tool_id: value.caller.id }
      else if (hintOf(value).caller === 'direct' || complete) block.caller = { type: 'direct' }
      return value.extensions === undefined ? block : { ...block, ...restOf(value) }
    }
    case 'hosted-call': {
      const block: JsonDraft = {
        type: hintOf(value).type ?? 'server_tool_use',
        id: value.callId,
        name: value.name ?? value.family,
        input: {},
      }
      if (value.server !== undefined) block.server_name = value.server
      return { ...block, ...restOf(value) }
    }
    default:
      return { type: 'text', text: '' }
  }
}
