import { createExtension } from '@interlingua/core/adapter'

/** The id of this dialect. */
export const format = 'ark-images'

export const { hintOf, keep, restore } = createExtension(format)
