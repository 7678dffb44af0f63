import { createWordCheck } from '@interlingua/adapter-kit'

const marks = ['system.*', 'messages.*.content.*', 'tools.*'].flatMap((holder) => [
  { path: `${holder}.cache_control.type`, words: ['ephemeral'] },
  { path: `${holder}.cache_control.ttl`, words: ['5m', '1h'] },
])

const blocks = [
  'text',
  'image',
  'document',
  'search_result',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'tool_reference',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'mcp_tool_listing',
  'container_upload',
  'compaction',
  'tool_addition',
  'tool_removal',
  'fallback',
]

/**
 * Words of the documented interface. Types of parts are checked in the user's last turn only: a response to something unseen is worse than
 * none, while in older turns, which an upstream of this format may have understood, an unknown part is left out with a notice.
 * https://platform.claude.com/docs/en/api/messages
 */
export const checkWords = createWordCheck([
  { path: 'messages.*.role', words: ['user', 'assistant', 'system'] },
  { path: 'messages.@user.content.*.type', words: blocks },
  { path: 'system.*.type', words: ['text'] },
  ...marks,
  { path: 'thinking.type', words: ['enabled', 'disabled', 'adaptive', 'between_tools'] },
  { path: 'thinking.display', words: ['summarized', 'omitted'] },
  { path: 'tools.*.name', words: ['web_search'], where: ({ type }) => typeof type === 'string' && type.startsWith('web_search_') },
  { path: 'tool_choice.type', words: ['auto', 'any', 'tool', 'none'] },
  { path: 'output_config.effort', words: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { path: 'output_config.format.type', words: ['json_schema'] },
])
