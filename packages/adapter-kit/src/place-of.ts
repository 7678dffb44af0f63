import { pointer, type Node, type Pointer } from '@interlingua/core'

/** Where the caller wrote this field of the node: what notices and errors name. */
export function placeOf<T extends Node>(node: T, field: Extract<keyof T, string>): Pointer {
  const told = node.fields?.[field]
  return told === undefined ? pointer(node.at ?? '', field) : `${node.at ?? ''}${told}`
}
