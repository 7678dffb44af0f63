import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { GoogleGenerativeAI } from '@google/generative-ai'
import OpenAI from 'openai'
import type { Format } from './fault-streams.ts'

/** Reads a streamed answer to its end, and returns its text; throws if the client throws. */
type Ask = (url: string, model: string) => Promise<string>

const ask = [{ role: 'user', content: 'hi' }] as const
const openai = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 })

/** Official SDKs, with each of their ways to read a stream. */
export const streamClients: readonly (readonly [format: Format, client: string, ask: Ask])[] = [
  [
    'messages',
    '@anthropic-ai/sdk',
    async (url, model) => {
      const client = new Anthropic({ baseURL: url, apiKey: 'any', maxRetries: 0 })
      return client.messages.stream({ model, max_tokens: 9, messages: [...ask] }).finalText()
    },
  ],
  [
    'responses',
    'openai, responses.create',
    async (url, model) => {
      let text = ''
      for await (const event of await openai(url).responses.create({ model, input: 'hi', stream: true, store: false }))
        if (event.type === 'response.output_text.delta') text += event.delta
      return text
    },
  ],
  [
    'responses',
    'openai, responses.stream',
    async (url, model) => (await openai(url).responses.stream({ model, input: 'hi', store: false }).finalResponse()).output_text,
  ],
  [
    'chat',
    'openai, chat.completions.create',
    async (url, model) => {
      let text = ''
      for await (const { choices } of await openai(url).chat.completions.create({ model, messages: [...ask], stream: true }))
        text += choices[0]?.delta.content ?? ''
      return text
    },
  ],
  [
    'chat',
    'openai, chat.completions.stream',
    async (url, model) =>
      (await openai(url)
        .chat.completions.stream({ model, messages: [...ask] })
        .finalContent()) ?? '',
  ],
  [
    'contents',
    '@google/genai',
    async (url, model) => {
      const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: url } })
      let text = ''
      for await (const chunk of await client.models.generateContentStream({ model, contents: 'hi' })) text += chunk.text ?? ''
      return text
    },
  ],
  [
    'contents',
    '@google/generative-ai',
    async (url, model) => {
      const client = new GoogleGenerativeAI('any').getGenerativeModel({ model }, { baseUrl: url })
      const { stream, response } = await client.generateContentStream('hi')
      const whole = response.then((answer) => answer.text())
      // The promise is awaited below; the stream may throw first.
      whole.catch(() => undefined)
      for await (const chunk of stream) chunk.text()
      return whole
    },
  ],
]
