// Genkit with its plugins of OpenAI (Chat Completions), Anthropic and Google.
import { anthropic } from '@genkit-ai/anthropic'
import { openAI } from '@genkit-ai/compat-oai/openai'
import { googleAI } from '@genkit-ai/google-genai'
import { genkit, z } from 'genkit'
import { retry } from 'genkit/model/middleware'
import { callTool, toolNames, tools as kinds } from '../tools.ts'

const person = z.object({ name: z.string(), age: z.number().int(), tags: z.array(z.string()) })
const failed = (status, words) => (error) => error.status === status && words.test(error.message)

/** A client of a plugin's model; `use` is what Genkit puts around each request. */
function client(plugin, model, { reasoning, errors, config = {}, structured = {}, use = [] }) {
  const ai = genkit({ plugins: [plugin], model })
  const tools = toolNames.map((name) =>
    ai.defineTool(
      { name, description: kinds[name].description, inputSchema: z.object({ city: z.string() }), outputSchema: z.string() },
      (input) => Promise.resolve(callTool(name, input)),
    ),
  )
  return {
    errors: { 'rate-limit': failed('RESOURCE_EXHAUSTED', /rate limit/), 'server-error': failed('INTERNAL', /status 500/), ...errors },
    async ask(prompt) {
      const { text, finishReason, usage } = await ai.generate({ prompt, config, use })
      return { text, finished: finishReason === 'stop', input: usage.inputTokens, output: usage.outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      const stop = new AbortController()
      const { stream, response } = ai.generateStream({ prompt, config, abortSignal: stop.signal })
      const whole = response.catch((error) => error)
      for await (const { text } of stream) {
        if (text !== '') pieces.push(text)
        if (pieces.length === stopAfter) {
          stop.abort()
          return pieces
        }
      }
      const done = await whole
      if (done instanceof Error) throw done
      if (done.finishReason !== 'stop') throw new Error(`it ended with ${done.finishReason}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const { response } = ai.generateStream({ prompt, tools, maxTurns: 5, config: { ...config, ...(reasons && reasoning) } })
      const { text, messages } = await response
      const turns = messages
        .map(({ content }) =>
          content.flatMap(({ toolRequest }) => (toolRequest === undefined ? [] : [[toolRequest.name, toolRequest.input]])),
        )
        .filter((calls) => calls.length > 0)
      return { text, turns }
    },
    async schema(prompt) {
      return (await ai.generate({ prompt, config: { ...config, ...structured }, output: { schema: person } })).output
    },
    async see(prompt, picture) {
      const media = { url: `data:image/png;base64,${picture}`, contentType: 'image/png' }
      return (await ai.generate({ prompt: [{ text: prompt }, { media }], config })).text
    },
  }
}

export const clients = {
  chat: ({ url, key, models, retries }) =>
    client(openAI({ apiKey: key, baseURL: url, maxRetries: retries }), `openai/${models.openai}`, {
      reasoning: { reasoning_effort: 'high' },
      errors: {
        context: failed('INVALID_ARGUMENT', /maximum context length|exceed the configured limit/),
        key: failed('UNAUTHENTICATED', /API key/),
      },
    }),
  anthropic({ url, key, models }) {
    // It has no other place for an address.
    process.env.ANTHROPIC_BASE_URL = url
    return client(anthropic({ apiKey: key }), anthropic.model(models.anthropic), {
      config: { maxOutputTokens: 9000 },
      // Its stable manner of speaking has no schemas.
      structured: { apiVersion: 'beta' },
      reasoning: { thinking: { enabled: true, budgetTokens: 2000 } },
      errors: {
        context: failed('INVALID_ARGUMENT', /prompt is too long/),
        key: failed('UNAUTHENTICATED', /API key/),
      },
    })
  },
  google: ({ url, key, models, retries }) =>
    client(googleAI({ apiKey: key, baseUrl: url }), googleAI.model(models.google), {
      reasoning: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
      use: retries > 0 ? [retry({ maxRetries: retries })] : [],
      errors: {
        context: failed('INVALID_ARGUMENT', /exceeds the maximum number of tokens allowed/),
        // It has no name for 401.
        key: failed('UNKNOWN', /API key not valid/),
      },
    }),
}
