import type { Part, Pointer } from '@interlingua/core'

/** Where the seal of a part stood. */
export function placeOfSeal({ at, fields }: Part): Pointer {
  return `${at ?? ''}${fields?.seal ?? ''}` as Pointer // two pointers, one after the other
}
