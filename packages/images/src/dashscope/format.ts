import { createExtension } from '@interlingua/core/adapter'

/** The id of this dialect. */
export const format = 'dashscope'

export const { hintOf, keep, restore } = createExtension(format)
