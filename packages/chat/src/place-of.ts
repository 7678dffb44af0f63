import type { Node, Pointer } from '@interlingua/core'

/** Wire place of a node's field; the node itself if its decoder noted none. */
export function placeOf(node: Node, field: string, at: Pointer): Pointer {
  const spelled = node.fields?.[field]
  return spelled === undefined ? at : (`${at}${spelled}` as Pointer) // two pointers, one after the other
}
