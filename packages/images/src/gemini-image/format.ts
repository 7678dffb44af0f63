import { createExtension } from '@interlingua/core/adapter'

/** The id of this dialect: image models of Gemini, asked through generateContent. */
export const format = 'gemini-image'

export const { hintOf, keep, restore } = createExtension(format)
