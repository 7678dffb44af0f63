import type { Recording } from '@interlingua/testkit'
import { everyBlock, everyField } from './wire-examples.ts'

const frames = (events: readonly { readonly type: string; readonly [key: string]: unknown }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, cache_read_input_tokens: 0, output_tokens: 1, service_tier: 'standard' },
  },
}

/** Stream with each kind of block. */
export const richStream = frames([
  start,
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'ZGF0YQ==' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '', citations: [] } },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is ' } },
  {
    type: 'content_block_delta',
    index: 2,
    delta: {
      type: 'citations_delta',
      citation: {
        type: 'page_location',
        cited_text: 'p',
        document_index: 0,
        document_title: null,
        start_page_number: 1,
        end_page_number: 2,
      },
    },
  },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'so.' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'content_block_start', index: 3, content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} } },
  { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"query":"x"}' } },
  { type: 'content_block_stop', index: 3 },
  {
    type: 'content_block_start',
    index: 4,
    content_block: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'e', page_age: null }],
    },
  },
  { type: 'content_block_stop', index: 4 },
  {
    type: 'content_block_start',
    index: 5,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'look', input: {}, caller: { type: 'direct' } },
  },
  { type: 'content_block_delta', index: 5, delta: { type: 'input_json_delta', partial_json: '' } },
  { type: 'content_block_delta', index: 5, delta: { type: 'input_json_delta', partial_json: '{"a": ' } },
  { type: 'content_block_delta', index: 5, delta: { type: 'input_json_delta', partial_json: '1}' } },
  { type: 'content_block_stop', index: 5 },
  { type: 'content_block_start', index: 6, content_block: { type: 'tool_use', id: 'toolu_2', name: 'look', input: {} } },
  { type: 'content_block_stop', index: 6 },
  { type: 'content_block_start', index: 7, content_block: { type: 'compaction', content: 'Summary', encrypted_content: 'enc' } },
  { type: 'content_block_stop', index: 7 },
  { type: 'content_block_start', index: 8, content_block: { type: 'block_of_tomorrow', data: { a: 1 } } },
  { type: 'content_block_stop', index: 8 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null, container: { id: 'c', expires_at: '2027-01-01' } },
    usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 20, output_tokens_details: { thinking_tokens: 4 } },
    context_management: { applied_edits: [] },
  },
  { type: 'message_stop' },
])

const base = { format: 'messages', path: '/v1/messages', status: 200 }

/** Exchanges that go through every law. */
export const samples: readonly Recording[] = [
  {
    ...base,
    id: 'every block',
    request: everyField,
    requestHeaders: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b' },
    response: everyBlock,
  },
  {
    ...base,
    id: 'a rich stream',
    request: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }], stream: true },
    stream: richStream,
  },
  {
    ...base,
    id: 'an overload',
    request: null,
    status: 529,
    response: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
  },
]
