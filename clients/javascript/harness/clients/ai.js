// The AI SDK: one file for its major versions, whose names differ in a few places.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import * as ai from 'ai'
import { z } from 'zod'
import { callTool, toolNames, tools as kinds } from '../tools.ts'

const { APICallError, Output, generateText, streamText, tool } = ai
// Version 7 calls it otherwise.
const upTo = ai.stepCountIs ?? ai.isStepCount
const tools = Object.fromEntries(
  toolNames.map((name) => [
    name,
    tool({
      description: kinds[name].description,
      inputSchema: z.object({ city: z.string() }),
      execute: (input) => callTool(name, input),
    }),
  ]),
)
const person = z.object({ name: z.string(), age: z.number().int(), tags: z.array(z.string()) })

const failed = (status, holds) => (error) => APICallError.isInstance(error) && error.statusCode === status && holds(error)

function client(model, { retries }, reasoning, { isKey, isContext, set = {} }) {
  const common = { model, maxRetries: retries, providerOptions: set }

  async function* read(options) {
    const stop = new AbortController()
    const { fullStream } = streamText({ ...common, ...options, abortSignal: stop.signal, onError: () => undefined })
    try {
      for await (const part of fullStream) {
        // The stream hands errors on as parts and leaves the rest to its user.
        if (part.type === 'error') throw part.error
        yield part
      }
    } finally {
      stop.abort()
    }
  }

  return {
    errors: {
      'rate-limit': failed(429, ({ responseHeaders }) => responseHeaders['retry-after'] === '1'),
      'server-error': failed(500, ({ isRetryable }) => isRetryable),
      context: failed(400, isContext),
      key: failed(401, isKey),
    },
    async ask(prompt) {
      const { text, finishReason, usage } = await generateText({ ...common, prompt })
      return { text, finished: finishReason === 'stop', input: usage.inputTokens, output: usage.outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      let finish
      for await (const part of read({ prompt })) {
        if (part.type === 'text-delta') pieces.push(part.text)
        if (part.type === 'finish') finish = part.finishReason
        if (pieces.length === stopAfter) return pieces
      }
      if (finish !== 'stop') throw new Error(`it ended with ${finish}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = []
      let calls = []
      let text = ''
      for await (const part of read({ prompt, tools, stopWhen: upTo(5), ...(reasons && { providerOptions: reasoning }) })) {
        if (part.type === 'start-step') text = ''
        if (part.type === 'text-delta') text += part.text
        if (part.type === 'tool-call') calls.push([part.toolName, part.input])
        if (part.type === 'finish-step' && calls.length > 0) {
          turns.push(calls)
          calls = []
        }
      }
      return { text, turns }
    },
    async schema(prompt) {
      // Version 5 has no output of generateText.
      if (Output.json === undefined) return (await ai.generateObject({ ...common, prompt, schema: person })).object
      return (await generateText({ ...common, prompt, output: Output.object({ schema: person }) })).output
    },
    async see(prompt, picture) {
      const content = [
        { type: 'text', text: prompt },
        { type: 'image', image: picture, mediaType: 'image/png' },
      ]
      return (await generateText({ ...common, messages: [{ role: 'user', content }] })).text
    },
  }
}

const openai = {
  isKey: ({ data }) => data.error.code === 'invalid_api_key',
  isContext: ({ data }) => data.error.code === 'context_length_exceeded',
}
const anthropic = {
  isKey: ({ data }) => data.error.type === 'authentication_error',
  isContext: ({ message }) => message.includes('prompt is too long'),
}
const google = {
  isKey: ({ message }) => message.includes('API key not valid'),
  isContext: ({ message }) => message.includes('exceeds the maximum number of tokens allowed'),
}

export const clients = {
  responses(to) {
    const model = createOpenAI({ baseURL: to.url, apiKey: to.key }).responses(to.models.openai)
    const set = { openai: { store: false } }
    const reasoning = {
      openai: { store: false, reasoningEffort: 'high', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] },
    }
    return client(model, to, reasoning, { ...openai, set })
  },
  chat(to) {
    const model = createOpenAI({ baseURL: to.url, apiKey: to.key }).chat(to.models.openai)
    return client(model, to, { openai: { reasoningEffort: 'high' } }, openai)
  },
  anthropic(to) {
    const model = createAnthropic({ baseURL: to.url, apiKey: to.key })(to.models.anthropic)
    const reasoning = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }
    return client(model, to, reasoning, anthropic)
  },
  google(to) {
    const model = createGoogleGenerativeAI({ baseURL: to.url, apiKey: to.key })(to.models.google)
    const reasoning = { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'high' } } }
    return client(model, to, reasoning, google)
  },
}
