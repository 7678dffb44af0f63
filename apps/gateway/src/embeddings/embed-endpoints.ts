import { doors } from '../doors/doors.ts'
import type { Endpoint } from '../endpoint.ts'
import { withBody } from '../requests/with-body.ts'
import { geminiStyle } from './gemini-style.ts'
import { openaiStyle } from './openai-style.ts'
import { serveEmbed } from './serve-embed.ts'

const embed = { method: 'POST', access: 'key', operation: 'embed', metered: true } as const
const native = {
  ...embed,
  door: doors.contents,
  dialect: geminiStyle.adapter.format,
  serve: withBody(serveEmbed(geminiStyle), true),
} as const

export const embedEndpoints: readonly Endpoint[] = [
  {
    ...embed,
    path: '/v1/embeddings',
    door: doors.chat,
    dialect: openaiStyle.adapter.format,
    serve: withBody(serveEmbed(openaiStyle), true),
  },
]

/** Methods of a native model. */
export const embedMethods = {
  embedContent: { endpoint: { ...native, path: '/v1beta/models/{model}:embedContent' }, stream: false },
  batchEmbedContents: { endpoint: { ...native, path: '/v1beta/models/{model}:batchEmbedContents' }, stream: false },
} as const satisfies Readonly<Record<string, { readonly endpoint: Endpoint; readonly stream: boolean }>>
