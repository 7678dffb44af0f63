import { pointer } from '@interlingua/core'
import type { Node, Pointer } from '@interlingua/core'

/** Place of a node's field in the caller's document. */
export function placeOf(node: Node, field: string, at: Pointer = node.at ?? ''): Pointer {
  const place = node.fields?.[field]
  return place === undefined ? pointer(at, ...field.split('.')) : (`${at}${place}` as Pointer) // two pointers, one after the other
}
