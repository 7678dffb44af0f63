import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI, type FunctionCall } from '@google/genai'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { createTranslatingFetch } from '../src/index.ts'
import { formats } from './pairs.ts'

/** An official SDK, as this test uses it. */
interface Driver {
  /** The answer's text. */
  text(prompt: string): Promise<string>
  /** Pieces of text of a stream; `left` gets the function that ends it. */
  stream(prompt: string, left?: AbortController): AsyncIterable<string>
  /** A call of `get_weather`, and the answer to its result. */
  loop(prompt: string, result: string): Promise<{ readonly input: unknown; readonly answer: string }>
  /** Class of the SDK's error for too many requests. */
  readonly limited: (error: unknown) => boolean
}

const provider = await startScriptedProvider()
atEnd(() => provider.close())

const model = 'demo'
const hello = 'Demo provider (no real model): Hello'
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const

const drivers: Readonly<Record<string, (fetch: typeof globalThis.fetch) => Driver>> = {
  openaiChat(fetch) {
    const { completions } = new OpenAI({ apiKey: 'unused', fetch, maxRetries: 0 }).chat
    const messages = (content: string): OpenAI.ChatCompletionMessageParam[] => [{ role: 'user', content }]
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'get_weather', parameters: schema } }]
    return {
      text: async (prompt) => (await completions.create({ model, messages: messages(prompt) })).choices[0]?.message.content ?? '',
      async *stream(prompt, left) {
        const stream = await completions.create({ model, messages: messages(prompt), stream: true }, left && { signal: left.signal })
        for await (const { choices } of stream) yield choices[0]?.delta.content ?? ''
      },
      async loop(prompt, result) {
        const asked = await completions.create({ model, messages: messages(prompt), tools })
        const message = asked.choices[0]?.message
        const call = message?.tool_calls?.[0]
        if (message === undefined || call?.type !== 'function') throw new Error('no call')
        const answered = await completions.create({
          model,
          tools,
          messages: [...messages(prompt), message, { role: 'tool', tool_call_id: call.id, content: result }],
        })
        return { input: JSON.parse(call.function.arguments), answer: answered.choices[0]?.message.content ?? '' }
      },
      limited: (error) => error instanceof OpenAI.RateLimitError,
    }
  },
  openaiResponses(fetch) {
    const { responses } = new OpenAI({ apiKey: 'unused', fetch, maxRetries: 0 })
    const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'get_weather', parameters: { ...schema }, strict: false }]
    return {
      text: async (input) => (await responses.create({ model, input })).output_text,
      async *stream(input, left) {
        const stream = await responses.create({ model, input, stream: true }, left && { signal: left.signal })
        for await (const event of stream) if (event.type === 'response.output_text.delta') yield event.delta
      },
      async loop(prompt, result) {
        const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }]
        const asked = await responses.create({ model, input, tools, store: false })
        const call = asked.output.find((item) => item.type === 'function_call')
        if (call === undefined) throw new Error('no call')
        const items = asked.output as OpenAI.Responses.ResponseInputItem[] // items of an answer may be sent back
        const next: OpenAI.Responses.ResponseInput = [
          ...input,
          ...items,
          { type: 'function_call_output', call_id: call.call_id, output: result },
        ]
        return {
          input: JSON.parse(call.arguments),
          answer: (await responses.create({ model, input: next, tools, store: false })).output_text,
        }
      },
      limited: (error) => error instanceof OpenAI.RateLimitError,
    }
  },
  anthropic(fetch) {
    const { messages } = new Anthropic({ apiKey: 'unused', fetch, maxRetries: 0 })
    const asks = (content: string): { model: string; max_tokens: number; messages: Anthropic.MessageParam[] } => ({
      model,
      max_tokens: 2_000,
      messages: [{ role: 'user', content }],
    })
    const tools: Anthropic.Tool[] = [{ name: 'get_weather', input_schema: { ...schema, required: ['city'] } }]
    const textOf = ({ content }: Anthropic.Message): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    return {
      text: async (prompt) => textOf(await messages.create(asks(prompt))),
      async *stream(prompt, left) {
        const stream = await messages.create({ ...asks(prompt), stream: true }, left && { signal: left.signal })
        for await (const event of stream)
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text
      },
      async loop(prompt, result) {
        const first = asks(prompt)
        const asked = await messages.create({ ...first, tools })
        const call = asked.content.find((block) => block.type === 'tool_use')
        if (call === undefined) throw new Error('no call')
        const answered = await messages.create({
          ...first,
          tools,
          messages: [
            ...first.messages,
            { role: 'assistant', content: asked.content },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: result }] },
          ],
        })
        return { input: call.input, answer: textOf(answered) }
      },
      limited: (error) => error instanceof Anthropic.RateLimitError,
    }
  },
  gemini(fetch) {
    const { models } = new GoogleGenAI({ apiKey: 'unused', httpOptions: { fetch } })
    const functions = { tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }] }] }
    return {
      text: async (contents) => (await models.generateContent({ model, contents })).text ?? '',
      async *stream(contents, left) {
        const config = left && { config: { abortSignal: left.signal } }
        for await (const frame of await models.generateContentStream({ model, contents, ...config })) yield frame.text ?? ''
      },
      async loop(prompt, result) {
        const user = { role: 'user', parts: [{ text: prompt }] }
        const asked = await models.generateContent({ model, contents: [user], config: functions })
        const call: FunctionCall | undefined = asked.functionCalls?.[0]
        const content = asked.candidates?.[0]?.content
        if (call === undefined || content === undefined) throw new Error('no call')
        const response = {
          functionResponse: { ...(call.id !== undefined && { id: call.id }), name: 'get_weather', response: { output: result } },
        }
        const contents = [user, content, { role: 'user', parts: [response] }]
        const answered = await models.generateContent({ model, contents, config: functions })
        return { input: call.args, answer: answered.text ?? '' }
      },
      limited: (error) => error instanceof ApiError && error.status === 429,
    }
  },
}

const pairs = Object.keys(drivers).flatMap((from) =>
  Object.keys(formats)
    .filter((to) => formats[to]?.vendor !== formats[from]?.vendor || (from !== to && from.startsWith('openai')))
    .map((to) => [from, to] as const),
)

describe.each(pairs)('the SDK of %s onto an upstream of %s', (from, to) => {
  const [client, upstream, create] = [formats[from], formats[to], drivers[from]]
  if (client === undefined || upstream === undefined || create === undefined) throw new Error('an unknown format')
  const driver = create(createTranslatingFetch({ from: client, to: upstream, baseURL: provider.url, apiKey: 'k' }))

  test('has text', async () => {
    expect(await driver.text('[demo:say Hello]')).toBe(hello)
  })

  test('has a stream', async () => {
    let text = ''
    for await (const piece of driver.stream('[demo:say Hello]')) text += piece
    expect(text).toBe(hello)
  })

  test('has a round of a tool', async () => {
    const { input, answer } = await driver.loop('Call get_weather city=Oslo', 'Sunny, 21 degrees')
    expect(input).toEqual({ city: 'Oslo' })
    expect(answer).toContain('Sunny, 21 degrees')
  })

  test('leaves a stream, and the call ends', async () => {
    const before = provider.stats().abandoned
    const left = new AbortController()
    try {
      for await (const piece of driver.stream('[demo:slow 50ms] [demo:words 500]', left)) if (piece !== '') left.abort()
    } catch (error) {
      expect(String(error)).toMatch(/abort/i)
    }
    expect(left.signal.aborted).toBe(true)
    await expect.poll(() => provider.stats().abandoned).toBe(before + 1)
  })

  test('knows errors as its own', async () => {
    await expect(driver.text('[demo:rate-limit]')).rejects.toSatisfy(driver.limited)
    const broken = async (): Promise<void> => {
      for await (const _ of driver.stream('[demo:cut] [demo:words 300]')) continue
    }
    await expect(broken()).rejects.toThrow()
  })
})
