// LangChain's chat models: OpenAI's with Chat Completions and with Responses, Anthropic's, Google's older and newer one.
import { ChatAnthropic } from '@langchain/anthropic'
import { ContextOverflowError } from '@langchain/core/errors'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatOpenAI } from '@langchain/openai'
import { runLoop } from '../client.ts'
import { parameters, person, toolNames, tools as kinds } from '../tools.ts'

const tools = toolNames.map((name) => ({ type: 'function', function: { name, description: kinds[name].description, parameters } }))

const marked = {
  'rate-limit': (error) => error.lc_error_code === 'MODEL_RATE_LIMIT',
  'server-error': (error) => error.status === 500,
  context: (error) => ContextOverflowError.isInstance(error),
  key: (error) => error.lc_error_code === 'MODEL_AUTHENTICATION',
}

/** A client of `make(more)`, which gives the model with more options. */
function client(make, { reasoning, finished, asked = {}, errors = marked }) {
  return {
    errors,
    async ask(prompt) {
      const message = await make().invoke(prompt)
      const { input_tokens, output_tokens } = message.usage_metadata
      return { text: message.text, finished: finished(message), input: input_tokens, output: output_tokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      const stop = new AbortController()
      let whole
      for await (const chunk of await make().stream(prompt, { signal: stop.signal })) {
        whole = whole === undefined ? chunk : whole.concat(chunk)
        if (chunk.text !== '') pieces.push(chunk.text)
        if (pieces.length === stopAfter) {
          stop.abort()
          return pieces
        }
      }
      if (!finished(whole)) throw new Error(`it ended with ${JSON.stringify(whole.response_metadata)}`)
      return pieces
    },
    loop(prompt, reasons) {
      const model = make(reasons ? reasoning : {}).bindTools(tools, asked)
      const messages = [new HumanMessage(prompt)]
      return runLoop(async (results) => {
        messages.push(...results.map(({ id, name, text }) => new ToolMessage({ content: text, tool_call_id: id, name })))
        let whole
        for await (const chunk of await model.stream(messages)) whole = whole === undefined ? chunk : whole.concat(chunk)
        messages.push(whole)
        return { text: whole.text, calls: whole.tool_calls }
      })
    },
    schema: (prompt) =>
      make()
        .withStructuredOutput({ title: 'person', ...person }, { method: 'jsonSchema' })
        .invoke(prompt),
    async see(prompt, picture) {
      const contentBlocks = [
        { type: 'text', text: prompt },
        { type: 'image', data: picture, mimeType: 'image/png' },
      ]
      return (await make().invoke([new HumanMessage({ contentBlocks })])).text
    },
  }
}

const openai = ({ url, key, models, retries }, more) =>
  new ChatOpenAI({ model: models.openai, apiKey: key, maxRetries: retries, configuration: { baseURL: url }, ...more })

export const clients = {
  chat: (to) =>
    client((more) => openai(to, more), {
      reasoning: { reasoning: { effort: 'high' } },
      finished: ({ response_metadata }) => response_metadata.finish_reason === 'stop',
    }),
  responses: (to) =>
    client((more) => openai(to, { useResponsesApi: true, modelKwargs: { store: false }, ...more }), {
      reasoning: { reasoning: { effort: 'high', summary: 'auto' } },
      finished: ({ response_metadata }) => response_metadata.status === 'completed',
      asked: { include: ['reasoning.encrypted_content'] },
    }),
  anthropic: ({ url, key, models, retries }) =>
    client(
      (more) =>
        new ChatAnthropic({ model: models.anthropic, apiKey: key, maxRetries: retries, maxTokens: 9000, anthropicApiUrl: url, ...more }),
      {
        reasoning: { thinking: { type: 'enabled', budget_tokens: 2000 } },
        finished: ({ additional_kwargs }) => additional_kwargs.stop_reason === 'end_turn',
      },
    ),
  google: ({ url, key, models, retries }) =>
    client((more) => new ChatGoogle({ model: models.google, apiKey: key, maxRetries: retries, endpoint: url, ...more }), {
      reasoning: { reasoningEffort: 'high' },
      finished: ({ response_metadata, additional_kwargs }) => (response_metadata.finishReason ?? additional_kwargs.finishReason) === 'STOP',
      errors: {
        'rate-limit': (error) => error.statusCode === 429,
        'server-error': (error) => error.statusCode === 500,
        context: (error) => error.message.includes('exceeds the maximum number of tokens allowed'),
        key: (error) => error.message.includes('API key not valid'),
      },
    }),
  'google-genai': ({ url, key, models, retries }) =>
    client((more) => new ChatGoogleGenerativeAI({ model: models.google, apiKey: key, maxRetries: retries, baseUrl: url, ...more }), {
      reasoning: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
      finished: ({ response_metadata }) => response_metadata.finishReason === 'STOP',
      errors: {
        'rate-limit': (error) => error.status === 429,
        'server-error': (error) => error.status === 500,
        context: (error) => error.message.includes('exceeds the maximum number of tokens allowed'),
        key: (error) => error.message.includes('API key not valid'),
      },
    }),
}
