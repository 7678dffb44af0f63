import { readModelHead } from '@interlingua/adapter-kit'
import { geminiEmbeddings, openaiEmbeddings } from '@interlingua/embeddings'
import type { Formats } from '../create-formats.ts'
import type { Endpoint } from '../endpoint.ts'
import { withBody } from '../requests/with-body.ts'
import type { EmbedStyle } from './embed-style.ts'
import { readPathModel } from './read-path-model.ts'
import { serveEmbed } from './serve-embed.ts'

/** `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings */
const openaiStyle: EmbedStyle = {
  adapter: openaiEmbeddings,
  readModel: (_exchange, { model }) => {
    const head = readModelHead(model === undefined ? {} : { model })
    return 'code' in head ? { failure: head } : head
  },
  settings: () => ({}),
  tellsUsage: () => true,
}

/** `models/{model}:embedContent` and `:batchEmbedContents`. https://ai.google.dev/api/embeddings */
const geminiStyle: EmbedStyle = {
  adapter: geminiEmbeddings,
  readModel: readPathModel,
  // The interface says that there is none under /v1; Google's own SDK puts one in wherever it calls, which must be that of the path.
  settings: ({ params, request }) =>
    params.version === '/v1' && request.headers['x-goog-api-client'] === undefined ? { modelInBody: 'refused' } : {},
  tellsUsage: ({ params }) => params.path?.endsWith(':embedContent') === true,
}

/** Embeddings as OpenAI's clients ask for them, and as Google's do. */
export function embedEndpoints(formats: Formats): readonly Endpoint[] {
  const embed = { method: 'POST', access: 'key', operation: 'embed', metered: true } as const
  const native = {
    ...embed,
    edge: formats.ofVendor('google'),
    dialect: geminiStyle.adapter.format,
    serve: withBody(serveEmbed(geminiStyle), true),
  }
  return [
    {
      ...embed,
      path: '/v1/embeddings',
      edge: formats.ofVendor('openai'),
      dialect: openaiStyle.adapter.format,
      serve: withBody(serveEmbed(openaiStyle), true),
    },
    ...['embedContent', 'batchEmbedContents'].map((method) => ({
      ...native,
      path: `/v1beta/models/{model}:${method}`,
      also: [`/v1/models/{model}:${method}`],
    })),
  ]
}
