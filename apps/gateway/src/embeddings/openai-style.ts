import { openaiEmbeddings } from '@interlingua/embeddings'
import { readAskedModel } from '../doors/read-asked-model.ts'
import type { EmbedStyle } from './embed-style.ts'

/** `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings */
export const openaiStyle: EmbedStyle = {
  adapter: openaiEmbeddings,
  readModel: (_exchange, { model }) => readAskedModel(model === undefined ? {} : { model }),
  settings: () => ({}),
  tellsUsage: () => true,
}
