import { createExtension } from '@interlingua/core'

/** The id of this dialect. */
export const format = 'dashscope'

export const { hintOf, keep, restore } = createExtension(format)
