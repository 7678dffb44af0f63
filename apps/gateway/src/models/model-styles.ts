import type { Format } from '@interlingua/core'
import { anthropicModels, geminiModels, openaiModels, type ModelListAdapter } from '@interlingua/models'

/** How servers of each text format show their models. */
export const modelStyles: Readonly<Record<string, ModelListAdapter>> = {
  messages: anthropicModels,
  responses: openaiModels,
  chat: openaiModels,
  contents: geminiModels,
} satisfies Readonly<Record<Format, ModelListAdapter>>
