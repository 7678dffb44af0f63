import { geminiEmbeddings } from '@interlingua/embeddings'
import type { EmbedStyle } from './embed-style.ts'
import { readPathModel } from './read-path-model.ts'

/** `models/{model}:embedContent` and `:batchEmbedContents`. https://ai.google.dev/api/embeddings */
export const geminiStyle: EmbedStyle = {
  adapter: geminiEmbeddings,
  readModel: readPathModel,
  // The interface says that there is none under /v1; Google's own SDK puts one in wherever it calls, which must be that of the path.
  settings: ({ params, request }) =>
    params.version === '/v1' && request.headers['x-goog-api-client'] === undefined ? { modelInBody: 'refused' } : {},
  tellsUsage: ({ params }) => params.path?.endsWith(':embedContent') === true,
}
