import type { Json, JsonObject } from '@interlingua/core'
import { withValues } from './coverage-group.ts'
import type { CoverageGroup } from './coverage-group.ts'

const mark = { type: 'ephemeral' }
const base: JsonObject = { model: 'claude-sonnet-4-5', max_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }] }
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const withTool = (tool: Json): JsonObject => ({ ...base, tools: [tool] })
const plainTool = { name: 'get_weather', input_schema: schema }

/** Request with this block before a text in a user turn. */
const userBlock = (block: JsonObject): JsonObject => withValues(base, { '/messages/0/content': [block, { type: 'text', text: 'Go on.' }] })
/** Request with this block in an assistant turn between two user turns; a client call gets its result. */
const assistantBlock = (block: JsonObject): JsonObject => ({
  ...base,
  tools: [plainTool],
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [block] },
    {
      role: 'user',
      content: block['type'] === 'tool_use' ? [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain.' }] : 'Go on.',
    },
  ],
})
const loop = assistantBlock({ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } })
const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' }
const serverTool = { allowed_callers: ['direct'], cache_control: mark, defer_loading: true, strict: true }
const clientTool = { ...serverTool, input_examples: [{ command: 'ls' }] }
const citation = {
  type: 'char_location',
  cited_text: 'It is.',
  document_index: 0,
  document_title: 'A',
  start_char_index: 0,
  end_char_index: 6,
}

/** Optional fields of a Messages request. Wire facts: the types of @anthropic-ai/sdk. */
export const messagesRequestCoverage: readonly CoverageGroup[] = [
  {
    of: 'MessageCreateParamsBase',
    base,
    at: '',
    // user_profile_id, workspace_id and betas travel as headers.
    required: ['model', 'max_tokens', 'messages', 'tool_choice', 'user_profile_id', 'workspace_id', 'betas'],
    fields: {
      cache_control: mark,
      container: 'container_1',
      diagnostics: { previous_message_id: 'msg_0' },
      inference_geo: 'us',
      metadata: { user_id: 'user-1' },
      output_config: { effort: 'high' },
      service_tier: 'standard_only',
      speed: 'fast',
      stop_sequences: ['END'],
      stream: true,
      system: 'Be brief.',
      thinking: { type: 'enabled', budget_tokens: 2048 },
      tools: [plainTool],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      billing_policy: { type: 'standard', bill_to: 'a' },
      compaction: { type: 'summarize' },
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      fallback_credit_token: 'token',
      fallbacks: [{ model: 'claude-haiku-4-5' }],
      mcp_servers: [{ type: 'url', name: 'files', url: 'https://mcp.example.com' }],
      output_format: { type: 'json_schema', schema },
      thread: { type: 'create' },
    },
  },
  { base: withTool(plainTool), at: '', required: [], fields: { tool_choice: { type: 'none' } } },
  {
    of: 'OutputConfig',
    base,
    at: '/output_config',
    required: [],
    fields: { effort: 'low', format: { type: 'json_schema', schema }, task_budget: { type: 'tokens', total: 1000 } },
  },
  { of: 'Metadata', base, at: '/metadata', required: [], fields: { user_id: 'user-1' } },
  {
    of: 'ThinkingConfigEnabled',
    base: { ...base, thinking: { type: 'enabled', budget_tokens: 2048 } },
    at: '/thinking',
    required: ['type', 'budget_tokens'],
    fields: { display: 'omitted' },
    others: { display: ['summarized'] },
  },
  {
    of: 'ThinkingConfigAdaptive',
    base: { ...base, thinking: { type: 'adaptive' } },
    at: '/thinking',
    required: ['type'],
    fields: { display: 'summarized' },
    others: { display: ['omitted'] },
  },
  {
    of: 'ContainerParams',
    base,
    at: '/container',
    required: [],
    fields: { id: 'container_1', skills: [{ type: 'anthropic', skill_id: 'pdf' }] },
  },
  {
    of: 'CacheControlEphemeral',
    base: userBlock({ type: 'text', text: 'Hello', cache_control: mark }),
    at: '/messages/0/content/0/cache_control',
    required: ['type'],
    fields: { ttl: '1h' },
  },
  {
    of: 'TextBlockParam',
    base: userBlock({ type: 'text', text: 'Hello' }),
    at: '/messages/0/content/0',
    required: ['type', 'text'],
    fields: { cache_control: mark, citations: [citation] },
  },
  { base: { ...base, system: [{ type: 'text', text: 'Be brief.' }] }, at: '/system/0', required: [], fields: { cache_control: mark } },
  {
    of: 'ImageBlockParam',
    base: userBlock({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }),
    at: '/messages/0/content/0',
    required: ['type', 'source'],
    fields: { cache_control: mark, transformations: { oversized_image: 'error' } },
  },
  {
    of: 'DocumentBlockParam',
    base: userBlock({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } }),
    at: '/messages/0/content/0',
    required: ['type', 'source'],
    fields: { cache_control: mark, citations: { enabled: true }, context: 'Internal.', title: 'Report' },
  },
  {
    of: 'SearchResultBlockParam',
    base: userBlock({ type: 'search_result', source: 'https://example.com', title: 'A', content: [{ type: 'text', text: 'It is.' }] }),
    at: '/messages/0/content/0',
    required: ['type', 'source', 'title', 'content'],
    fields: { cache_control: mark, citations: { enabled: true } },
  },
  {
    of: 'ToolUseBlockParam',
    base: loop,
    at: '/messages/1/content/0',
    required: ['type', 'id', 'name', 'input'],
    fields: { cache_control: mark, caller, toolset_name: 'browser' },
  },
  {
    of: 'ToolResultBlockParam',
    base: withValues(loop, { '/messages/2/content/0': { type: 'tool_result', tool_use_id: 'toolu_1' } }),
    at: '/messages/2/content/0',
    required: ['type', 'tool_use_id'],
    fields: { cache_control: mark, content: 'Rain.', is_error: true, toolset_name: 'browser' },
  },
  {
    of: 'ServerToolUseBlockParam',
    base: assistantBlock({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }),
    at: '/messages/1/content/0',
    required: ['type', 'id', 'name', 'input'],
    fields: { cache_control: mark, caller },
  },
  {
    of: 'WebSearchToolResultBlockParam',
    base: withValues(assistantBlock({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }), {
      '/messages/1/content/1': {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'web_search_result', url: 'https://example.com', title: 'A', encrypted_content: 'ZQ==' }],
      },
    }),
    at: '/messages/1/content/1',
    required: ['type', 'tool_use_id', 'content'],
    fields: { cache_control: mark, caller },
  },
  {
    of: 'Tool',
    base: withTool(plainTool),
    at: '/tools/0',
    required: ['name', 'input_schema', 'type'],
    fields: {
      allowed_callers: ['code_execution_20260120'],
      cache_control: mark,
      defer_loading: true,
      description: 'Weather.',
      eager_input_streaming: true,
      input_examples: [{ city: 'Oslo' }],
      strict: true,
    },
  },
  {
    of: 'WebSearchTool20250305',
    base: withTool({ type: 'web_search_20250305', name: 'web_search' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: {
      ...serverTool,
      allowed_domains: ['example.com'],
      blocked_domains: ['example.org'],
      max_uses: 2,
      user_location: { type: 'approximate', city: 'Oslo' },
    },
  },
  {
    of: 'UserLocation',
    base: withTool({ type: 'web_search_20250305', name: 'web_search', user_location: { type: 'approximate' } }),
    at: '/tools/0/user_location',
    required: ['type'],
    fields: { city: 'Oslo', country: 'NO', region: 'Oslo', timezone: 'Europe/Oslo' },
  },
  {
    of: 'WebFetchTool20250910',
    base: withTool({ type: 'web_fetch_20250910', name: 'web_fetch' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: {
      ...serverTool,
      allowed_domains: ['example.com'],
      blocked_domains: ['example.org'],
      citations: { enabled: true },
      max_content_tokens: 100,
      max_uses: 2,
      url_sources: { type: 'all' },
    },
  },
  {
    of: 'CodeExecutionTool20250825',
    base: withTool({ type: 'code_execution_20250825', name: 'code_execution' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: serverTool,
  },
  {
    of: 'ToolBash20250124',
    base: withTool({ type: 'bash_20250124', name: 'bash' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: clientTool,
  },
  {
    of: 'ToolTextEditor20250728',
    base: withTool({ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: { ...clientTool, max_characters: 100 },
  },
  {
    of: 'MemoryTool20250818',
    base: withTool({ type: 'memory_20250818', name: 'memory' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: clientTool,
  },
  {
    of: 'ToolSearchToolBm25_20251119',
    base: withTool({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }),
    at: '/tools/0',
    required: ['type', 'name'],
    fields: serverTool,
  },
  ...(['auto', 'any'] as const).map((type): CoverageGroup => ({
    of: type === 'auto' ? 'ToolChoiceAuto' : 'ToolChoiceAny',
    base: { ...withTool(plainTool), tool_choice: { type } },
    at: '/tool_choice',
    required: ['type'],
    fields: { disable_parallel_tool_use: true },
  })),
  {
    of: 'ToolChoiceTool',
    base: { ...withTool(plainTool), tool_choice: { type: 'tool', name: 'get_weather' } },
    at: '/tool_choice',
    required: ['type', 'name'],
    fields: { disable_parallel_tool_use: true },
  },
  {
    of: 'SystemMessageParam',
    base: {
      ...base,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'system', content: 'Rhyme.' },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: 'Go on.' },
      ],
    },
    at: '/messages/1',
    required: ['role', 'content'],
    fields: { clear_at: 'never', output_config: { effort: 'low' } },
  },
  {
    of: 'BetaRequestMCPServerURLDefinition',
    base: { ...base, mcp_servers: [{ type: 'url', name: 'files', url: 'https://mcp.example.com' }] },
    at: '/mcp_servers/0',
    required: ['type', 'name', 'url'],
    fields: { authorization_token: 'token', tool_configuration: { enabled: true, allowed_tools: ['list'] } },
  },
]
