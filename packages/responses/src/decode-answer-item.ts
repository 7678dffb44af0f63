import { isJsonObject } from '@interlingua/core'
import type { Item, Json, Part, Pointer } from '@interlingua/core'
import type { DecodeScope } from './parts/codec.ts'
import { decodeItem, roleOf } from './parts/index.ts'
import { opaqueItem } from './parts/opaque.ts'

/**
 * Decodes an item of a response. A message of another role (a compacted conversation repeats them) is opaque, since the model did not say
 * it.
 */
export function decodeAnswerItem(wire: Json, at: Pointer, index: number, scope: DecodeScope, into: Part[]): Item | undefined {
  if (isJsonObject(wire)) {
    const role = roleOf(wire)
    if (role !== undefined && role !== 'assistant') {
      into.push(opaqueItem(wire, at))
      return undefined
    }
  }
  const first = into.length
  const item = decodeItem(wire, at, index, scope, into)
  // A tool's result is opaque, since no other format has a place for it in a response.
  if (isJsonObject(wire) && into[first]?.type === 'tool-result') into[first] = opaqueItem(wire, at)
  return item
}
