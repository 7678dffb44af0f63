import type { ServerResponse } from 'node:http'
import type { RunningUpstream } from '../start-upstream.ts'

export type Format = 'messages' | 'responses' | 'chat' | 'contents'
export const formats: readonly Format[] = ['messages', 'responses', 'chat', 'contents']

export const half = 'Half of it is here'

function events(...wires: readonly object[]): readonly string[] {
  return wires.map((wire) => `${'type' in wire ? `event: ${String(wire.type)}\n` : ''}data: ${JSON.stringify(wire)}\n\n`)
}

const response = {
  id: 'resp_of_the_upstream',
  object: 'response',
  created_at: 1,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  model: 'model-of-the-upstream',
  output: [],
  tools: [{ type: 'function', name: 'look', parameters: null, strict: null }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
}
const message = { id: 'msg_2', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
const first = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'A', annotations: [] }],
}

/** The beginning of an answer, up to the middle of a text. */
const beginnings: Readonly<Record<Format, readonly string[]>> = {
  messages: events(
    {
      type: 'message_start',
      message: {
        id: 'msg_of_the_upstream',
        type: 'message',
        role: 'assistant',
        model: 'model-of-the-upstream',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: half } },
  ),
  responses: events(
    { type: 'response.created', sequence_number: 0, response },
    { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { ...first, status: 'in_progress', content: [] } },
    { type: 'response.output_item.done', sequence_number: 2, output_index: 0, item: first },
    { type: 'response.output_item.added', sequence_number: 3, output_index: 1, item: message },
    {
      type: 'response.content_part.added',
      sequence_number: 4,
      item_id: 'msg_2',
      output_index: 1,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    { type: 'response.output_text.delta', sequence_number: 5, item_id: 'msg_2', output_index: 1, content_index: 0, delta: half },
  ),
  chat: events({
    id: 'chatcmpl_of_the_upstream',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'model-of-the-upstream',
    choices: [{ index: 0, delta: { role: 'assistant', content: half }, finish_reason: null }],
  }),
  contents: events({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: half }] } }],
    modelVersion: 'model-of-the-upstream',
    responseId: 'id_of_the_upstream',
  }),
}

/** Error events of each vendor in the middle of a stream that fails. */
const errors: Readonly<Record<Format, readonly string[]>> = {
  messages: events({ type: 'error', error: { type: 'api_error', message: 'It broke down.' } }),
  responses: events({
    type: 'response.failed',
    sequence_number: 6,
    response: { ...response, status: 'failed', error: { code: 'server_error', message: 'It broke down.' }, usage: null, output: [first] },
  }),
  chat: events({ error: { message: 'It broke down.', type: 'server_error', param: null, code: 'server_error' } }),
  contents: events({ error: { code: 500, message: 'It broke down.', status: 'INTERNAL' } }),
}

/** How an upstream fails in the middle of its answer. */
export const faults = {
  'the connection breaks': (answer: ServerResponse) => setTimeout(() => answer.destroy(), 10),
  'the stream ends without an end of the answer': (answer: ServerResponse) => answer.end(),
  'an error object': (answer: ServerResponse, format: Format) => answer.end(errors[format].join('')),
  'silence, until the time is over': () => undefined,
  'an event that is no JSON': (answer: ServerResponse) => answer.write('data: {"cut":\n\n'),
} as const

export type FailureReply = keyof typeof faults

/** Each format is asked at an address of its own. */
function formatOf(url: string): Format {
  if (url.includes('/messages')) return 'messages'
  if (url.includes('/responses')) return 'responses'
  return url.includes('/chat/completions') ? 'chat' : 'contents'
}

export function answerWithFault(upstream: RunningUpstream, fault: FailureReply): void {
  upstream.answer = (answer, { url }) => {
    const format = formatOf(url)
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write(beginnings[format].join(''))
    faults[fault](answer, format)
  }
}
