import type { FormatEdge } from '@interlingua/core/edge'
import { anthropic, gemini, openaiChat, openaiResponses } from '../src/all.ts'

/** The formats of the package by the names of its entries. */
export const formats: Readonly<Record<string, FormatEdge>> = { anthropic, openaiChat, openaiResponses, gemini }

export interface Ask {
  readonly stream?: boolean
  /** Members that only this format has. */
  readonly more?: object
}

/** Makes the request by which a client of a format asks a question. */
export const asks: Readonly<Record<string, (prompt: string, ask?: Ask) => Request>> = {
  anthropic: (text, { stream = false, more } = {}) =>
    post('https://api.anthropic.com/v1/messages', {
      max_tokens: 200,
      messages: [{ role: 'user', content: text }],
      stream,
      ...named,
      ...more,
    }),
  openaiChat: (text, { stream = false, more } = {}) =>
    post('https://api.openai.com/v1/chat/completions', { messages: [{ role: 'user', content: text }], stream, ...named, ...more }),
  openaiResponses: (text, { stream = false, more } = {}) =>
    post('https://api.openai.com/v1/responses', { input: text, stream, ...named, ...more }),
  gemini: (text, { stream = false, more } = {}) =>
    post(
      `https://generativelanguage.googleapis.com/v1beta/models/any-model:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      { contents: [{ role: 'user', parts: [{ text }] }], ...more },
    ),
}

const named = { model: 'any-model' }

function post(url: string, body: object): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
}
