import type { Node, Pointer } from '@interlingua/core'

/** Place of a node's field (`source.filename`) in the caller's document; under the field's own name if the decoder noted none. */
export function placeOfField(node: Node, field: string, at: Pointer = node.at ?? ''): Pointer {
  const spelled = node.fields && Object.hasOwn(node.fields, field) ? node.fields[field] : undefined
  return `${at}${spelled ?? `/${field.replaceAll('.', '/')}`}` as Pointer // two pointers, one after the other
}
