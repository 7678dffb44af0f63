// TanStack AI with its adapters of OpenAI (Responses and Chat Completions), Anthropic and Google.
import { chat, toolDefinition } from '@tanstack/ai'
import { createAnthropicChat } from '@tanstack/ai-anthropic'
import { createGeminiChat } from '@tanstack/ai-gemini'
import { createOpenaiChat, createOpenaiChatCompletions } from '@tanstack/ai-openai'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { city, person } from './zod-schemas.js'

const tools = toolNames.map((name) =>
  toolDefinition({ name, description: kinds[name].description, inputSchema: city }).server((input) => callTool(name, input)),
)

/** What a stream says of its failure: words and, mostly, a code. */
class RunError extends Error {
  constructor({ message, code, error, rawEvent }) {
    super(message ?? error?.message)
    this.code = String(code ?? error?.code)
    this.raw = rawEvent
  }
}

function client(adapter, { options = {}, reasoning, codes }) {
  async function* read(prompt, more = {}) {
    const abortController = new AbortController()
    try {
      const messages = [{ role: 'user', content: prompt }]
      for await (const event of chat({ adapter, messages, modelOptions: options, abortController, debug: false, ...more })) {
        if (event.type === 'RUN_ERROR') throw new RunError(event)
        yield event
      }
    } finally {
      abortController.abort()
    }
  }

  async function ask(prompt) {
    let text = ''
    let last
    for await (const event of read(prompt)) {
      if (event.type === 'TEXT_MESSAGE_CONTENT') text += event.delta
      last = event
    }
    const { inputTokens, promptTokens, outputTokens, completionTokens } = [last.usage].flat()[0]
    const finished = (last.finishReason ?? last.metadata.tanstack.finishReason) === 'stop'
    return { text, finished, input: promptTokens ?? inputTokens, output: completionTokens ?? outputTokens }
  }

  const known = (name) => (error) => codes[name].test(`${error.code} ${error.message}`)
  return {
    errors: { 'rate-limit': known('rate-limit'), 'server-error': known('server-error'), context: known('context'), key: known('key') },
    ask,
    async stream(prompt, stopAfter) {
      const pieces = []
      let last
      for await (const event of read(prompt)) {
        if (event.type === 'TEXT_MESSAGE_CONTENT') pieces.push(event.delta)
        if (pieces.length === stopAfter) return pieces
        last = event
      }
      if (last.type !== 'RUN_FINISHED') throw new Error(`it ended with ${last.type}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = []
      const names = new Map()
      let calls = []
      let text = ''
      for await (const event of read(prompt, { tools, ...(reasons && { modelOptions: reasoning }) })) {
        if (event.type === 'TEXT_MESSAGE_START') text = ''
        if (event.type === 'TEXT_MESSAGE_CONTENT') text += event.delta
        if (event.type === 'TOOL_CALL_START') names.set(event.toolCallId, event.toolCallName)
        // The model's own end of a call has its input; the one of its result comes later.
        if (event.type === 'TOOL_CALL_END' && event.input !== undefined && names.has(event.toolCallId)) {
          calls.push([names.get(event.toolCallId), event.input])
          names.delete(event.toolCallId)
        }
        if (event.type === 'TOOL_CALL_RESULT' && calls.length > 0) {
          turns.push(calls)
          calls = []
        }
      }
      return { text, turns }
    },
    schema: (prompt) =>
      chat({ adapter, messages: [{ role: 'user', content: prompt }], modelOptions: options, outputSchema: person, debug: false }),
    async see(prompt, picture) {
      const { text } = await ask([
        { type: 'text', content: prompt },
        { type: 'image', source: { type: 'data', value: picture, mimeType: 'image/png' } },
      ])
      return text
    },
  }
}

const openai = {
  'rate-limit': /rate_limit/,
  'server-error': /server_error|500/,
  context: /context_length_exceeded/,
  key: /invalid_api_key/,
}

export const clients = {
  responses: ({ url, key, models, retries }) =>
    client(createOpenaiChat(models.openai, key, { baseURL: url, maxRetries: retries }), {
      options: { store: false },
      reasoning: { store: false, reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
      codes: openai,
    }),
  chat: ({ url, key, models, retries }) =>
    client(createOpenaiChatCompletions(models.openai, key, { baseURL: url, maxRetries: retries }), {
      reasoning: { reasoning_effort: 'high' },
      codes: openai,
    }),
  anthropic: ({ url, key, models, retries }) =>
    client(createAnthropicChat(models.anthropic, key, { baseURL: url, maxRetries: retries }), {
      reasoning: { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 9000 },
      codes: { 'rate-limit': /rate_limit/, 'server-error': /api_error|500/, context: /prompt is too long/, key: /authentication_error/ },
    }),
  google: ({ url, key, models, retries }) =>
    client(createGeminiChat(models.google, key, { baseURL: url, httpOptions: { retryOptions: { attempts: 1 + retries } } }), {
      reasoning: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
      codes: {
        'rate-limit': /RESOURCE_EXHAUSTED|429/,
        'server-error': /INTERNAL|500/,
        context: /exceeds the maximum number of tokens allowed/,
        key: /API key not valid/,
      },
    }),
}
