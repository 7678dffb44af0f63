import type { Node, Pointer } from '@interlingua/core'

/** Where a field of a node stood on the wire that it came from; the node itself, where its decoder did not say. */
export function placeOf(node: Node, field: string, at: Pointer): Pointer {
  const spelled = node.fields?.[field]
  return spelled === undefined ? at : (`${at}${spelled}` as Pointer) // two pointers, one after the other
}
