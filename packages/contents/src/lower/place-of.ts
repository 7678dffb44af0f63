import type { Node, Pointer } from '@interlingua/core'

/** Where a field of a node stood in the caller's document; under its own name where the decoder did not say. */
export function placeOf(node: Node, field: string, at: Pointer = node.at ?? ''): Pointer {
  const spelled = node.fields && Object.hasOwn(node.fields, field) ? node.fields[field] : undefined
  return `${at}${spelled ?? `/${field.replaceAll('.', '/')}`}` as Pointer // two pointers, one after the other
}
