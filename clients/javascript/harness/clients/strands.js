// Strands' agents, over the vendors' SDKs.
import { Agent, ContextWindowOverflowError, ModelThrottledError, tool } from '@strands-agents/sdk'
import { AnthropicModel } from '@strands-agents/sdk/models/anthropic'
import { GoogleModel } from '@strands-agents/sdk/models/google'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { anthropicErrors, googleErrors, openaiErrors } from '../vendor-errors.ts'
import { city, person } from './zod-schemas.js'

const tools = toolNames.map((name) =>
  tool({ name, description: kinds[name].description, inputSchema: city, callback: (input) => callTool(name, input) }),
)

/** A client of `make(params)`, which gives the model with more fields of its requests. */
function client(make, { reasoning, errors }) {
  // What repeats is the vendor's SDK, which waits as long as it is told.
  const agent = (more = {}, params = {}) => new Agent({ model: make(params), printer: false, retryStrategy: null, ...more })
  const textOf = ({ lastMessage }) =>
    lastMessage.content
      .filter(({ type }) => type === 'textBlock')
      .map(({ text }) => text)
      .join('')
  return {
    errors: {
      // The vendor's error is the cause of the model's.
      'rate-limit': (error) => error instanceof ModelThrottledError && errors['rate-limit'](error.cause),
      'server-error': (error) => errors['server-error'](error.cause),
      context: (error) => error instanceof ContextWindowOverflowError,
      key: (error) => errors.key(error.cause),
    },
    async ask(prompt) {
      const result = await agent().invoke(prompt)
      const { inputTokens, outputTokens } = result.metrics.accumulatedUsage
      return { text: textOf(result), finished: result.stopReason === 'endTurn', input: inputTokens, output: outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      const one = agent()
      let last
      for await (const event of one.stream(prompt)) {
        last = event
        if (event.type !== 'modelStreamUpdateEvent') continue
        const { type, delta } = event.event
        if (type === 'modelContentBlockDeltaEvent' && delta.type === 'textDelta') pieces.push(delta.text)
        // It ends its stream where it was told to, not where its reader leaves.
        if (pieces.length === stopAfter) one.cancel()
      }
      if (stopAfter !== undefined) return pieces
      if (last.result.stopReason !== 'endTurn') throw new Error(`it ended with ${last.result.stopReason}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const one = agent({ tools }, reasons ? reasoning : {})
      const result = await one.invoke(prompt)
      const turns = one.messages
        .map(({ content }) => content.filter(({ type }) => type === 'toolUseBlock').map(({ name, input }) => [name, input]))
        .filter((calls) => calls.length > 0)
      return { text: textOf(result), turns }
    },
    async schema(prompt) {
      return (await agent({ structuredOutputSchema: person }).invoke(prompt)).structuredOutput
    },
    async see(prompt, picture) {
      const image = { image: { format: 'png', source: { bytes: new Uint8Array(Buffer.from(picture, 'base64')) } } }
      return textOf(await agent().invoke([{ text: prompt }, image]))
    },
  }
}

const openai = ({ url, key, models, retries }, api, params) =>
  new OpenAIModel({ api, modelId: models.openai, apiKey: key, clientConfig: { baseURL: url, maxRetries: retries }, params })

export const clients = {
  responses: (to) =>
    client((params) => openai(to, 'responses', { store: false, ...params }), {
      reasoning: { reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
      errors: openaiErrors,
    }),
  chat: (to) =>
    client((params) => openai(to, 'chat', params), {
      reasoning: { reasoning_effort: 'high' },
      errors: openaiErrors,
    }),
  anthropic: ({ url, key, models, retries }) =>
    client(
      (params) =>
        new AnthropicModel({
          modelId: models.anthropic,
          apiKey: key,
          maxTokens: 9000,
          clientConfig: { baseURL: url, maxRetries: retries },
          params,
        }),
      { reasoning: { thinking: { type: 'enabled', budget_tokens: 2000 } }, errors: anthropicErrors },
    ),
  google: ({ url, key, models, retries }) =>
    client(
      (params) =>
        new GoogleModel({
          modelId: models.google,
          apiKey: key,
          clientConfig: { httpOptions: { baseUrl: url, retryOptions: { attempts: 1 + retries } } },
          params,
        }),
      { reasoning: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } }, errors: googleErrors },
    ),
}
