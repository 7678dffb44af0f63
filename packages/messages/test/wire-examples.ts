import type { Json } from '@interlingua/core'

const cache = { type: 'ephemeral', ttl: '1h' }

/** A request with every field of the format, and some that no version knows. */
export const everyField = {
  model: 'claude-opus-5',
  max_tokens: 1000,
  system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: 's1' }, { type: 'redacted_thinking', data: 'd' }, { type: 'text', text: 'hello', citations: null }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look', cache_control: cache, colour: 'red' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' }, transformations: { oversized_image: 'error' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
        { type: 'image', source: { type: 'file', file_id: 'file_1' } },
        { type: 'image', source: { type: 'teleport', wire: 1 } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'T', context: null, citations: { enabled: true } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' }, context: 'C' },
        { type: 'document', source: { type: 'content', content: 'string' } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'block' }] } },
        { type: 'search_result', source: 'https://a.example', title: 'S', content: [{ type: 'text', text: 'found' }], citations: { enabled: false } },
        { type: 'container_upload', file_id: 'file_2' },
      ],
    },
    { role: 'system', content: 'From now on, whisper.', output_config: { effort: 'low' }, clear_at: 'never' },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srv_1', name: 'code_execution', input: { code: '1' }, caller: { type: 'direct' } },
        { type: 'code_execution_tool_result', tool_use_id: 'srv_1', content: { type: 'code_execution_result', stdout: '1', stderr: '', return_code: 0, content: [] } },
        { type: 'web_fetch_tool_result', tool_use_id: 'srv_2', content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_allowed' } },
        { type: 'mcp_tool_use', id: 'mcp_1', name: 'm', server_name: 'srv', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcp_1', is_error: false, content: 'ok' },
        { type: 'tool_use', id: 't1', name: 'look', input: { deep: { __proto__x: 1 }, list: [1, 2.5] }, caller: { type: 'code_execution_20260120', tool_id: 'srv_1' } },
        { type: 'tool_use', id: 't2', name: 'look', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'r' }, { type: 'tool_reference', tool_name: 'other' }], is_error: true },
        { type: 'tool_result', tool_use_id: 't2' },
        { type: 'block_of_tomorrow', value: null },
      ],
    },
  ],
  tools: [
    { name: 'look', input_schema: { type: 'object' }, description: 'd', strict: true, input_examples: [{}], defer_loading: false, cache_control: cache, allowed_callers: ['direct'] },
    { type: 'custom', name: 'other', input_schema: { type: 'object', properties: {} } },
    { type: 'web_search_20260318', name: 'web_search', max_uses: 3, allowed_domains: ['a.example'], user_location: { type: 'approximate', city: 'Bern', region: null }, response_inclusion: 'x' },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'computer_toolset_20260801', configs: {} },
    { type: 'mcp_toolset', mcp_server_name: 'srv' },
    { type: 'tool_of_tomorrow_20300101', name: 'x', power: 9 },
  ],
  mcp_servers: [{ type: 'url', name: 'srv', url: 'https://mcp.example', tool_configuration: null }],
  tool_choice: { type: 'auto', disable_parallel_tool_use: false },
  thinking: { type: 'adaptive', display: 'omitted', block_binding: { prefix_mismatch_behavior: 'error' } },
  output_config: { effort: 'high', format: { type: 'json_schema', schema: { type: 'object' } }, task_budget: { type: 'tokens', total: 5 } },
  stop_sequences: ['END'],
  stream: false,
  metadata: { user_id: 'u', other: 1 },
  service_tier: 'standard_only',
  cache_control: { type: 'ephemeral', ttl: '5m', scope: 'global' },
  container: 'container_1',
  inference_geo: null,
  speed: 'fast',
} satisfies Json

/** An answer with every block, and some that no version knows. */
export const everyBlock = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  content: [
    { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
    { type: 'text', text: 'a', citations: null },
    {
      type: 'text',
      text: 'b',
      citations: [
        { type: 'char_location', cited_text: 'x', document_index: 0, document_title: 'T', start_char_index: 0, end_char_index: 1, file_id: null },
        { type: 'content_block_location', cited_text: 'x', document_index: 1, document_title: null, start_block_index: 0, end_block_index: 1 },
        { type: 'web_search_result_location', cited_text: 'x', url: 'https://a.example', title: 'A', encrypted_index: 'e' },
        { type: 'search_result_location', cited_text: 'x', search_result_index: 0, source: 's', title: null, start_block_index: 0, end_block_index: 1 },
        { type: 'citation_of_tomorrow', cited_text: 'x', planet: 3 },
      ],
    },
    { type: 'server_tool_use', id: 's1', name: 'web_fetch', input: { url: 'https://a.example' } },
    {
      type: 'web_fetch_tool_result',
      tool_use_id: 's1',
      caller: { type: 'direct' },
      content: { type: 'web_fetch_result', url: 'https://a.example', retrieved_at: null, content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, title: null } },
    },
    { type: 'tool_use', id: 't1', name: 'look', input: { a: 1 }, caller: { type: 'direct' } },
    { type: 'block_of_tomorrow', data: [1] },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  stop_details: null,
  container: null,
  usage: {
    input_tokens: 10,
    cache_creation_input_tokens: 5,
    cache_read_input_tokens: null,
    cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 0 },
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 2 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 1 },
    service_tier: 'priority',
    inference_geo: 'us',
    iterations: [{ type: 'message', input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 0 }],
  },
} satisfies Json
