import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { hasKeysInOrder, encodeString } from '@interlingua/framing'
import type { WireStreamEvent } from './wire/wire-response.ts'

const startKeys = ['type', 'index', 'content_block'] as const
const callKeys = ['type', 'id', 'name', 'input'] as const
const calledKeys = [...callKeys, 'caller'] as const
const callerKeys = ['type'] as const
const stopKeys = ['type', 'index'] as const

/**
 * Prints the start of a call and the end of any block, which are frequent in streams with whole calls, around their variable text.
 * `undefined` for every other event, and for unknown keys or another order.
 */
export function encodeBlockEdge(wire: WireStreamEvent): string | undefined {
  const { type, index } = wire
  if (typeof index !== 'number' || !Number.isSafeInteger(index)) return undefined
  if (type === 'content_block_stop' && hasKeysInOrder(wire, stopKeys))
    return `event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`
  if (type !== 'content_block_start' || !hasKeysInOrder(wire, startKeys)) return undefined
  const block = encodeCall(wire.content_block)
  return block && `event: content_block_start\ndata: {"type":"content_block_start","index":${index},"content_block":${block}}\n\n`
}

function encodeCall(block: Json | undefined): string | undefined {
  if (!isJsonObject(block) || block.type !== 'tool_use') return undefined
  const { id, name, input, caller } = block
  const direct = isJsonObject(caller) && caller.type === 'direct' && hasKeysInOrder(caller, callerKeys)
  if (!hasKeysInOrder(block, direct ? calledKeys : callKeys)) return undefined
  if (typeof id !== 'string' || typeof name !== 'string' || !isJsonObject(input) || !hasKeysInOrder(input, [])) return undefined
  return `{"type":"tool_use","id":${encodeString(id)},"name":${encodeString(name)},"input":{}${direct ? ',"caller":{"type":"direct"}' : ''}}`
}
