import { createExtension } from '@interlingua/core/adapter'

/** The id of this dialect, under which its extension of a node is kept. */
export const format = 'openai-images'

export const { hintOf, keep, restore } = createExtension(format)
