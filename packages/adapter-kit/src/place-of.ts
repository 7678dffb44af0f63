import { pointer, type Node, type Pointer } from '@interlingua/core'

/** Place of a node's field in the client's document, as notices and errors name it. */
export function placeOf<T extends Node>(node: T, field: Extract<keyof T, string>): Pointer {
  const told = node.fields?.[field]
  return told === undefined ? pointer(node.at ?? '', field) : `${node.at ?? ''}${told}`
}
