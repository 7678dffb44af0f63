import type { Pointer } from './pointer.ts'

/** Pointer to a field by the place of its node. A field that begins with `/..` stands beside the node: in another entry of the same list. */
export function joinPointer(at: Pointer, field: Pointer): Pointer {
  if (!field.startsWith('/../')) return `${at}${field}` as Pointer // two pointers, one after the other, are a pointer
  return `${at.slice(0, Math.max(0, at.lastIndexOf('/')))}${field.slice(3)}` as Pointer // cut at a slash, and begun with one
}
