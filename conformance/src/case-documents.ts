import type { JsonObject } from '@interlingua/core'

type Encode = (rest: JsonObject) => JsonObject

export const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
export const png = 'iVBORw0KGgo='
export const pdf = 'JVBERg=='

/** Message of the user in the spelling of messages, chat and responses. */
export const user = (content: JsonObject['content']): JsonObject => ({ role: 'user', content: content ?? '' })
/** Turn in the spelling of native contents. */
export const turn = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ role, parts })
export const hello = user('Hello')

/** Shortest request of each format, with more members. Members of the path in native contents are in the body here. */
export const requests = {
  messages: (rest) => ({ model: 'demo', max_tokens: 100, messages: [hello], ...rest }),
  chat: (rest) => ({ model: 'demo', max_completion_tokens: 100, messages: [hello], ...rest }),
  responses: (rest) => ({ model: 'demo', max_output_tokens: 100, input: 'Hello', ...rest }),
  contents: ({ generationConfig, ...rest }) => ({
    model: 'demo',
    contents: [turn('user', { text: 'Hello' })],
    generationConfig: { maxOutputTokens: 100, ...(generationConfig as JsonObject | undefined) }, // built by the cells: an object
    ...rest,
  }),
} satisfies Readonly<Record<string, Encode>>

/** Shortest request of native contents with more settings. */
export const config = (generationConfig: JsonObject): JsonObject => requests.contents({ generationConfig })

/** Response of messages. */
export const messagesAnswer = (rest: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'demo',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...rest,
})

/** Response of chat, with one choice. */
export const chatAnswer = (choice: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'demo',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null }, logprobs: null, finish_reason: 'stop', ...choice }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...rest,
})

/** Message item of a response of responses. */
export const messageItem = (...content: readonly JsonObject[]): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content,
})
export const outputText = (text: string, rest: JsonObject = {}): JsonObject => ({ type: 'output_text', text, annotations: [], ...rest })

/** Response of responses, with the echo that the SDK's types demand. */
export const responsesAnswer = (output: readonly JsonObject[] = [messageItem(outputText('Hi.'))], rest: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  object: 'response',
  created_at: 1_767_225_600,
  status: 'completed',
  model: 'demo',
  output,
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  },
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  top_p: 1,
  tool_choice: 'auto',
  tools: [],
  ...rest,
})

/** Response of native contents, with one candidate. */
export const contentsAnswer = (
  parts: readonly JsonObject[] = [{ text: 'Hi.' }],
  candidate: JsonObject = {},
  rest: JsonObject = {},
): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...candidate }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  modelVersion: 'demo',
  responseId: 'msg_1',
  ...rest,
})
