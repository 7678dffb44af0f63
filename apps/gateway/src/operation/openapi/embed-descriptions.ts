import type { Description } from './description.ts'

const model = "Under /v1 the body names no model, unless Google's own SDK sends it; under /v1beta it may name the one in the path."

/** Embeddings, in each style. */
export const embedDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/embeddings': {
    summary: 'Vectors of texts, as OpenAI embeddings',
    tag: 'embeddings',
    body: 'EmbeddingsRequest',
    answer: 'EmbeddingsResponse',
  },
  'POST /v1beta/models/{model}:embedContent': {
    summary: 'The vector of a content, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'EmbedContentRequest',
    answer: 'EmbedContentResponse',
  },
  'POST /v1beta/models/{model}:batchEmbedContents': {
    summary: 'The vectors of contents, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'BatchEmbedContentsRequest',
    answer: 'BatchEmbedContentsResponse',
  },
}
