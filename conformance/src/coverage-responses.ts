import type { JsonObject } from '@interlingua/core'
import { withValues } from './coverage-group.ts'
import type { CoverageGroup } from './coverage-group.ts'

const base: JsonObject = { model: 'gpt-5', max_output_tokens: 4096, input: [{ role: 'user', content: 'Hello' }] }
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const tool = { type: 'function', name: 'get_weather', parameters: schema, strict: false }
const withTool: JsonObject = { ...base, tools: [tool] }
const mark = { mode: 'explicit' }
const caller = { type: 'program', caller_id: 'call_9' }
const png = 'data:image/png;base64,iVBORw0KGgo='
const userPart = (part: JsonObject): JsonObject => withValues(base, { '/input/0/content': [part, { type: 'input_text', text: 'Go on.' }] })
const items = (...between: readonly JsonObject[]): JsonObject => ({
  ...withTool,
  input: [{ role: 'user', content: 'Hello' }, ...between, { role: 'user', content: 'Go on.' }],
})
const call = { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'Rain.' }
const loop = items(call, output)
const custom: JsonObject = {
  ...items(
    { type: 'custom_tool_call', call_id: 'call_1', name: 'run', input: 'ls' },
    { type: 'custom_tool_call_output', call_id: 'call_1', output: 'a' },
  ),
  tools: [{ type: 'custom', name: 'run' }],
}
const hosted = (type: string, rest: JsonObject = {}): JsonObject => ({ ...base, tools: [{ type, ...rest }] })
/** Reasons for a call's own id, status and hints of old servers, which have no meaning in other formats. */
const books = { id: 'an id of the item that only this server knows', status: 'every item that is sent is complete' }

/** Optional fields of a Responses request. Wire facts: the types of openai. */
export const responsesRequestCoverage: readonly CoverageGroup[] = [
  {
    of: 'ResponseCreateParamsBase',
    base,
    at: '',
    // Fields without meaning of their own are in the groups below.
    required: ['model', 'input', 'stream_options', 'parallel_tool_calls', 'tool_choice'],
    inert: { include: 'what else is shown of a hosted tool, in its own format alone', truncation: 'deprecated, and its default' },
    fields: {
      access_programs: { cyber: true },
      background: true,
      context_management: [{ type: 'compaction', compact_threshold: 1000 }],
      conversation: 'conv_1',
      image: { context_compression: 'enabled' },
      instructions: 'Be brief.',
      max_output_tokens: 64,
      max_tool_calls: 3,
      metadata: { k: 'v' },
      moderation: { model: 'omni-moderation-latest' },
      previous_response_id: 'resp_0',
      prompt: { id: 'pmpt_1' },
      prompt_cache_key: 'key',
      prompt_cache_options: { mode: 'explicit', ttl: '30m' },
      prompt_cache_retention: '24h',
      reasoning: { effort: 'high' },
      safety_identifier: 'user-1',
      service_tier: 'flex',
      store: true,
      stream: true,
      temperature: 0.5,
      text: { format: { type: 'json_object' } },
      tools: [tool],
      top_logprobs: 2,
      top_p: 0.9,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      user: 'user-1',
      client_metadata: { session: 'a' },
    },
  },
  { base: withTool, at: '', required: [], fields: { parallel_tool_calls: false, tool_choice: 'required' } },
  {
    base,
    at: '/reasoning',
    required: [],
    fields: { effort: 'low', summary: 'auto', generate_summary: 'auto', context: 'all_turns', mode: 'pro' },
  },
  { of: 'ResponseTextConfig', base, at: '/text', required: [], fields: { format: { type: 'json_object' }, verbosity: 'low' } },
  {
    of: 'ResponseFormatTextJSONSchemaConfig',
    base: { ...base, text: { format: { type: 'json_schema', name: 'place', schema } } },
    at: '/text/format',
    required: ['name', 'schema', 'type'],
    // Other formats are always strict.
    others: { strict: [false] },
    fields: { description: 'A place.', strict: true },
  },
  {
    of: 'FunctionTool',
    base: withTool,
    at: '/tools/0',
    required: ['type', 'name', 'parameters'],
    fields: {
      strict: true,
      allowed_callers: ['programmatic'],
      async: true,
      defer_loading: true,
      description: 'Weather.',
      output_schema: { type: 'string' },
    },
  },
  {
    of: 'CustomTool',
    base: { ...base, tools: [{ type: 'custom', name: 'run' }] },
    at: '/tools/0',
    required: ['type', 'name'],
    fields: {
      allowed_callers: ['programmatic'],
      async: true,
      defer_loading: true,
      description: 'Runs it.',
      format: { type: 'grammar', syntax: 'regex', definition: '.*' },
    },
  },
  {
    of: 'NamespaceTool',
    base: { ...base, tools: [{ type: 'namespace', name: 'files', description: 'Files.', tools: [tool] }] },
    at: '/tools/0',
    required: ['type', 'name', 'tools'],
    fields: { description: 'Everything about files.' },
  },
  {
    of: 'WebSearchTool',
    base: hosted('web_search'),
    at: '/tools/0',
    required: ['type'],
    fields: {
      external_web_access: false,
      filters: { allowed_domains: ['example.com'] },
      search_context_size: 'low',
      user_location: { type: 'approximate', city: 'Oslo' },
    },
  },
  ...[
    'web_search',
    'file_search',
    'code_interpreter',
    'image_generation',
    'mcp',
    'computer',
    'local_shell',
    'shell',
    'apply_patch',
    'tool_search',
  ].map((type): CoverageGroup => ({ base, at: '', required: [], fields: { tools: [{ type }] } })),
  {
    of: 'EasyInputMessage',
    base: items({ role: 'assistant', content: 'Hi.' }),
    at: '/input/1',
    required: ['role', 'content', 'type'],
    fields: { phase: 'commentary' },
  },
  {
    of: 'ResponseInputText',
    base: userPart({ type: 'input_text', text: 'Hello' }),
    at: '/input/0/content/0',
    required: ['type', 'text'],
    fields: { prompt_cache_breakpoint: mark },
  },
  {
    base: userPart({ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: mark }),
    at: '/input/0/content/0/prompt_cache_breakpoint',
    required: [],
    fields: { ttl: '12h' },
  },
  {
    of: 'ResponseInputImage',
    base: userPart({ type: 'input_image', image_url: png }),
    at: '/input/0/content/0',
    required: ['type', 'image_url'],
    fields: { detail: 'low', file_id: 'file-1', prompt_cache_breakpoint: mark },
  },
  {
    of: 'ResponseInputFile',
    base: userPart({ type: 'input_file', file_data: 'data:application/pdf;base64,JVBERg==' }),
    at: '/input/0/content/0',
    required: ['type', 'file_data'],
    fields: {
      detail: 'low',
      file_id: 'file-1',
      file_url: 'https://example.com/a.pdf',
      filename: 'report.pdf',
      prompt_cache_breakpoint: mark,
    },
  },
  {
    of: 'ResponseFunctionToolCall',
    base: loop,
    at: '/input/1',
    required: ['type', 'call_id', 'name', 'arguments'],
    inert: books,
    fields: { async: true, caller, namespace: 'files' },
  },
  { base: loop, at: '/input/2', required: [], inert: books, fields: { caller, output: [{ type: 'input_image', image_url: png }] } },
  {
    of: 'ResponseCustomToolCall',
    base: custom,
    at: '/input/1',
    required: ['type', 'call_id', 'name', 'input'],
    inert: books,
    fields: { async: true, caller, namespace: 'files' },
  },
  {
    of: 'ResponseReasoningItem',
    base: items({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbA==' }, { role: 'assistant', content: 'Hi.' }),
    at: '/input/1',
    required: ['type', 'id'],
    inert: books,
    fields: {
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      content: [{ type: 'reasoning_text', text: 'Hm.' }],
      encrypted_content: 'b3RoZXI=',
    },
  },
  {
    of: 'ResponseOutputMessage',
    base: items({
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
    }),
    at: '/input/1',
    required: ['type', 'id', 'role', 'content'],
    inert: books,
    fields: { phase: 'final_answer' },
  },
  ...[
    { type: 'item_reference', id: 'msg_0' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'a' } },
    { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', code: '1', container_id: 'c', outputs: [] },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' },
    { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
    { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'f', arguments: '{}' },
    { type: 'compaction', encrypted_content: 'c2VhbA==' },
    { type: 'additional_tools', role: 'developer', tools: [{ ...tool, name: 'later' }] },
    { type: 'configuration_update', reasoning: { effort: 'low' } },
    { type: 'a_new_item', value: 1 },
  ].map((item): CoverageGroup => ({ base, at: '/input', required: [], fields: { '-': item } })),
]
