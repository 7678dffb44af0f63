import type { JsonObject } from '@interlingua/core'
import type { CoverageGroup } from './coverage-group.ts'

const caller = { type: 'program', caller_id: 'call_9' }
const message = {
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
}
const answer: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_767_225_600,
  status: 'completed',
  model: 'gpt-5',
  output: [message],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 150,
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
}
const answering = (...output: readonly JsonObject[]): JsonObject => ({ ...answer, output })
const echo = 'the echo of a request that its own client wrote'
const echoed = [
  'background',
  'conversation',
  'image',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
  'access_programs',
]

/** Optional fields of a Responses response. */
export const responsesAnswerCoverage: readonly CoverageGroup[] = [
  {
    of: 'Response',
    base: answer,
    at: '',
    // output_text is an addition of the SDK.
    required: ['id', 'object', 'created_at', 'model', 'output', 'usage', 'status', 'error', 'output_text', 'incomplete_details'],
    inert: { ...Object.fromEntries(echoed.map((key) => [key, echo])), completed_at: 'the moment of the end, which nobody else tells' },
    fields: {
      input_transformations: [{ type: 'reasoning', id: 'rs_1', action: 'removed', reason: 'model_mismatch' }],
      moderation: { input: { flagged: false } },
      prompt_cache_diagnostics: { miss: 'prefix' },
      service_tier: 'flex',
      tool_usage: { web_search: { num_requests: 2 } },
    },
  },
  {
    of: 'ResponseOutputMessage',
    base: answer,
    at: '/output/0',
    required: ['type', 'id', 'role', 'status', 'content'],
    fields: { phase: 'commentary' },
  },
  {
    of: 'ResponseOutputText',
    base: answer,
    at: '/output/0/content/0',
    required: ['type', 'text'],
    fields: {
      annotations: [{ type: 'url_citation', url: 'https://example.com', title: 'A', start_index: 0, end_index: 2 }],
      logprobs: [{ token: 'Hi', bytes: [72], logprob: -0.1, top_logprobs: [] }],
    },
  },
  ...[
    { type: 'file_citation', file_id: 'file-1', filename: 'a.txt', index: 0 },
    { type: 'container_file_citation', container_id: 'c', file_id: 'file-1', filename: 'a.txt', start_index: 0, end_index: 2 },
    { type: 'file_path', file_id: 'file-1', index: 0 },
  ].map((annotation): CoverageGroup => ({ base: answer, at: '/output/0/content/0', required: [], fields: { annotations: [annotation] } })),
  {
    of: 'ResponseReasoningItem',
    base: answering({ id: 'rs_1', type: 'reasoning', summary: [] }, message),
    at: '/output/0',
    required: ['type', 'id', 'status'],
    fields: {
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      content: [{ type: 'reasoning_text', text: 'Hm.' }],
      encrypted_content: 'c2VhbA==',
    },
  },
  ...[
    { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}' },
    { id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_1', name: 'f', input: 'a' },
    { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'a' } },
    { id: 'fs_1', type: 'file_search_call', status: 'completed', queries: ['a'], results: [{ file_id: 'file-1', text: 'b' }] },
    {
      id: 'ci_1',
      type: 'code_interpreter_call',
      status: 'completed',
      code: '1',
      container_id: 'c',
      outputs: [{ type: 'logs', logs: '1' }],
    },
    { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo=' },
    { id: 'mcp_1', type: 'mcp_call', status: 'completed', server_label: 's', name: 'f', arguments: '{}', output: 'a' },
    { id: 'cmp_1', type: 'compaction', encrypted_content: 'c2VhbA==' },
    { id: 'x_1', type: 'a_new_item', value: 1 },
  ].map((item): CoverageGroup => ({ base: answer, at: '/output', required: [], fields: { '-': item } })),
  {
    of: 'ResponseFunctionToolCall',
    base: answering({ id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}' }),
    at: '/output/0',
    required: ['type', 'id', 'call_id', 'name', 'arguments', 'status'],
    fields: { async: true, caller, namespace: 'files' },
  },
  {
    of: 'ResponseUsage',
    base: answer,
    at: '/usage',
    required: ['input_tokens', 'output_tokens', 'total_tokens'],
    fields: {
      input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5, cache_write_tokens_details: { ttl_12h_tokens: 5 } },
      output_tokens_details: { reasoning_tokens: 10 },
    },
  },
]
