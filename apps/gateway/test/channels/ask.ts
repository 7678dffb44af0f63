import { post, type Answer } from '../post.ts'

export const formats = ['messages', 'responses', 'chat', 'contents'] as const
export type ClientFormat = (typeof formats)[number]

/** Sends one plain prompt in the client's format. */
export function ask(
  url: string,
  format: ClientFormat,
  model: string,
  stream: boolean,
  text = 'Hello',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { path, body } = spell(format, model, stream, text)
  return post(url + path, body, headers)
}

export function spell(
  format: ClientFormat,
  model: string,
  stream: boolean,
  text: string,
): { readonly path: string; readonly body: object } {
  switch (format) {
    case 'messages':
      return { path: '/v1/messages', body: { model, max_tokens: 200, stream, messages: [{ role: 'user', content: text }] } }
    case 'responses':
      return { path: '/v1/responses', body: { model, stream, input: text, store: false } }
    case 'chat':
      return { path: '/v1/chat/completions', body: { model, stream, messages: [{ role: 'user', content: text }] } }
    case 'contents':
      return {
        path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
        body: { contents: [{ role: 'user', parts: [{ text }] }] },
      }
  }
}
