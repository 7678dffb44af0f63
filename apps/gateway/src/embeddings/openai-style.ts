import { openaiEmbeddings } from '@interlingua/embeddings'
import { readModelHead } from '@interlingua/adapter-kit'
import type { EmbedStyle } from './embed-style.ts'

/** `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings */
export const openaiStyle: EmbedStyle = {
  adapter: openaiEmbeddings,
  readModel: (_exchange, { model }) => {
    const head = readModelHead(model === undefined ? {} : { model })
    return 'code' in head ? { failure: head } : head
  },
  settings: () => ({}),
  tellsUsage: () => true,
}
