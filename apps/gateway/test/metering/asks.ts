import type { Format } from '@interlingua/core'

/** A request of a client of each format, by hand. */
export interface AskByHand {
  readonly path: (model: string, stream: boolean) => string
  readonly body: (model: string, prompt: string, stream: boolean) => object
}

export const asks: Readonly<Record<Format & ('messages' | 'chat' | 'responses' | 'contents'), AskByHand>> = {
  messages: {
    path: () => '/v1/messages',
    body: (model, prompt, stream) => ({
      model,
      max_tokens: 1000,
      stream,
      messages: [{ role: 'user', content: [{ type: 'text', text: prompt, cache_control: { type: 'ephemeral' } }] }],
    }),
  },
  chat: {
    path: () => '/v1/chat/completions',
    body: (model, prompt, stream) => ({
      model,
      ...(stream && { stream, stream_options: { include_usage: true } }),
      messages: [{ role: 'user', content: prompt }],
    }),
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, prompt, stream) => ({ model, stream, store: false, input: prompt }),
  },
  contents: {
    path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_model, prompt) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
  },
}

export const formats = ['messages', 'chat', 'responses', 'contents'] as const
