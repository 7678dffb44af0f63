import type { Part, Pointer } from '@interlingua/core'

/** Place of the seal of a part. */
export function placeOfSeal({ at, fields }: Part): Pointer {
  return `${at ?? ''}${fields?.seal ?? ''}` as Pointer // two pointers, one after the other
}
