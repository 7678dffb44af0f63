import type { Direction } from './choice.ts'

const question = 'What is the weather in Lisbon?'
const schema = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] }
const about = 'Tells the weather of a place.'

/** Requests in which each format says something that another cannot. */
const requests: Readonly<Record<string, object>> = {
  messages: {
    model: 'claude-sonnet-4-5',
    max_tokens: 400,
    top_k: 5,
    temperature: 0.3,
    stop_sequences: ['END'],
    system: 'Be brief.',
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tools: [{ name: 'weather', description: about, input_schema: schema }],
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { place: 'Lisbon' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '21 degrees', is_error: false }] },
    ],
  },
  chat: {
    model: 'gpt-5',
    max_completion_tokens: 400,
    frequency_penalty: 0.5,
    seed: 7,
    logprobs: true,
    n: 1,
    user: 'person-1',
    tools: [{ type: 'function', function: { name: 'weather', description: about, parameters: schema } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"place":"Lisbon"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '21 degrees' },
    ],
  },
  responses: {
    model: 'gpt-5',
    max_output_tokens: 400,
    instructions: 'Be brief.',
    reasoning: { effort: 'low', summary: 'auto' },
    truncation: 'auto',
    tools: [{ type: 'function', name: 'weather', description: about, parameters: schema, strict: false }],
    input: [
      { role: 'user', content: [{ type: 'input_text', text: question }] },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"place":"Lisbon"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '21 degrees' },
    ],
  },
  contents: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { maxOutputTokens: 400, topK: 5, candidateCount: 1, seed: 7 },
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    tools: [{ functionDeclarations: [{ name: 'weather', description: about, parametersJsonSchema: schema }] }],
    contents: [
      { role: 'user', parts: [{ text: question }] },
      { role: 'model', parts: [{ functionCall: { name: 'weather', args: { place: 'Lisbon' } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: '21 degrees' } } }] },
    ],
  },
}

const answerText = 'It is 21 degrees in Lisbon.'

const answers: Readonly<Record<string, object>> = {
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [
      { type: 'thinking', thinking: 'The tool said it.', signature: 'c2lnbmF0dXJl' },
      { type: 'text', text: answerText },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 60, output_tokens: 20, cache_read_input_tokens: 40 },
  },
  chat: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'gpt-5',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, message: { role: 'assistant', content: answerText, refusal: null }, finish_reason: 'stop', logprobs: null }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 40 } },
  },
  responses: {
    id: 'resp_1',
    object: 'response',
    created_at: 1_760_000_000,
    status: 'completed',
    model: 'gpt-5',
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'The tool said it.' }] },
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: answerText, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 40 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 8 },
      total_tokens: 120,
    },
  },
  contents: {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text: answerText }] },
        finishReason: 'STOP',
        safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' }],
      },
    ],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120, cachedContentTokenCount: 40 },
    modelVersion: 'gemini-3-pro',
    responseId: 'r1',
  },
}

const words = ['It is', ' 21', ' degrees', ' in', ' Lisbon.'] as const

/** Events with names, as Messages and Responses have them. */
function named(events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

function plain(events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}

function messagesStream(): string {
  return named([
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...words.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[])
}

function chatStream(): string {
  const chunk = (delta: object, more: object = {}): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'gpt-5',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  })
  const events = [
    chunk({ role: 'assistant', content: '' }),
    ...words.map((content) => chunk({ content })),
    chunk({}, { finish_reason: 'stop' }),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
  ]
  return `${plain(events)}data: [DONE]\n\n`
}

function responsesStream(): string {
  const item = { id: 'msg_1', type: 'message', role: 'assistant' }
  const part = (text: string): object => ({ type: 'output_text', text, annotations: [] })
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const response = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model: 'gpt-5', status: 'in_progress', output: [] }
  const whole = { ...item, status: 'completed', content: [part(answerText)] }
  const events = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: part('') },
    ...words.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text: answerText, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: part(answerText) },
    { type: 'response.output_item.done', output_index: 0, item: whole },
    {
      type: 'response.completed',
      response: {
        ...response,
        status: 'completed',
        output: [whole],
        usage: {
          input_tokens: 100,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 20,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 120,
        },
      },
    },
  ]
  return named(events.map((event, index) => ({ ...event, sequence_number: index })))
}

function contentsStream(): string {
  const chunk = (text: string, more: object = {}): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
    modelVersion: 'gemini-3-pro',
    responseId: 'r1',
  })
  const last = { usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 } }
  return plain([...words.slice(0, -1).map((text) => chunk(text)), { ...chunk(' Lisbon.', { finishReason: 'STOP' }), ...last }])
}

const streams: Readonly<Record<string, () => string>> = {
  messages: messagesStream,
  chat: chatStream,
  responses: responsesStream,
  contents: contentsStream,
}

/** Text of an example; empty for a format that has none here. */
export function exampleOf(direction: Direction, format: string): string {
  if (direction === 'stream') return streams[format]?.() ?? ''
  const document = (direction === 'request' ? requests : answers)[format]
  return document === undefined ? '' : `${JSON.stringify(document, undefined, 2)}\n`
}
