import { vertexPredict } from '@interlingua/embeddings'
import type { EmbedStyle } from './embed-style.ts'
import { readPathModel } from './read-path-model.ts'

/** `models/{model}:predict` with texts. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const predictStyle: EmbedStyle = {
  adapter: vertexPredict,
  readModel: readPathModel,
  settings: () => ({}),
  tellsUsage: () => false,
}
