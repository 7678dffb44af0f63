import { isJsonObject } from '@interlingua/core'
import type { Item, Json, Part, Pointer } from '@interlingua/core'
import type { DecodeScope } from './parts/codec.ts'
import { decodeItem, roleOf } from './parts/index.ts'
import { opaqueItem } from './parts/opaque.ts'

/** An item of an answer. A message that somebody else said (a compacted conversation repeats them) is not part of what the model says. */
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
  // What a tool gave is no part of what the model says: no other format has a place for it in an answer.
  if (isJsonObject(wire) && into[first]?.type === 'tool-result') into[first] = opaqueItem(wire, at)
  return item
}
