import type { Formats } from '../create-formats.ts'
import type { Endpoint } from '../endpoint.ts'
import { withBody } from '../requests/with-body.ts'
import { geminiStyle } from './gemini-style.ts'
import { openaiStyle } from './openai-style.ts'
import { serveEmbed } from './serve-embed.ts'

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
