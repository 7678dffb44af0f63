import { createExtension } from '@interlingua/core'

/** The id of this dialect. */
export const format = 'ark-images'

export const { hintOf, keep, restore } = createExtension(format)
