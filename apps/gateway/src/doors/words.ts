import { isJsonObject, type JsonObject } from '@interlingua/core'
import { createWordCheck } from '../requests/check-words.ts'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sizes = ['low', 'medium', 'high']

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
 * What a part is, is asked of the last words of the user alone: an answer to something that was not seen is worse than none. Of older turns, which
 * an upstream of the caller's own format may have understood, it is left out with a notice.
 * https://platform.claude.com/docs/en/api/messages
 */
export const checkMessagesWords = createWordCheck([
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

const choices = [
  'function',
  'custom',
  'mcp',
  'allowed_tools',
  'file_search',
  'web_search',
  'web_search_preview',
  'web_search_preview_2025_03_11',
  'computer',
  'computer_use',
  'computer_use_preview',
  'image_generation',
  'code_interpreter',
  'apply_patch',
  'shell',
  'programmatic_tool_calling',
]

/** https://platform.openai.com/docs/api-reference/responses/create */
export const checkResponsesWords = createWordCheck([
  { path: 'input.*.role', words: ['user', 'assistant', 'system', 'developer', 'tool', 'critic', 'discriminator', 'unknown'] },
  {
    path: 'input.@user.content.*.type',
    words: [
      'input_text',
      'input_image',
      'input_file',
      'input_audio',
      'text',
      'output_text',
      'summary_text',
      'reasoning_text',
      'refusal',
      'computer_screenshot',
    ],
  },
  { path: 'reasoning.effort', words: efforts },
  { path: 'reasoning.summary', words: ['auto', 'concise', 'detailed'] },
  { path: 'tool_choice', words: ['auto', 'none', 'required'] },
  { path: 'tool_choice.type', words: choices },
  { path: 'tools.*.search_context_size', words: sizes },
  { path: 'tools.*.user_location.type', words: ['approximate'] },
  { path: 'text.format.type', words: ['text', 'json_object', 'json_schema'] },
  { path: 'text.verbosity', words: sizes },
  { path: 'truncation', words: ['auto', 'disabled'] },
])

/** https://platform.openai.com/docs/api-reference/chat/create. Videos and thinking are what other servers of this format know. */
export const checkChatWords = createWordCheck([
  { path: 'messages.*.role', words: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
  {
    path: 'messages.@user.content.*.type',
    words: ['text', 'image_url', 'input_audio', 'file', 'refusal', 'video_url', 'thinking'],
  },
  { path: 'reasoning_effort', words: efforts },
  { path: 'tool_choice', words: ['auto', 'none', 'required'] },
  { path: 'tool_choice.type', words: ['function', 'custom', 'allowed_tools'] },
  { path: 'response_format.type', words: ['text', 'json_object', 'json_schema'] },
  { path: 'modalities.*', words: ['text', 'audio', 'image'] },
  { path: 'web_search_options.search_context_size', words: sizes },
  { path: 'verbosity', words: sizes },
])

const levels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'THINKING_LEVEL_UNSPECIFIED']

/** `function` is what turns of results once had. */
function holdsResults({ parts }: JsonObject): boolean {
  return (
    Array.isArray(parts) && parts.every((part) => isJsonObject(part) && (part['functionResponse'] ?? part['function_response']) != null)
  )
}

/** https://ai.google.dev/api/generate-content */
export const checkContentsWords = createWordCheck([
  { path: 'contents.*.role', words: ['user', 'model'], where: (turn) => !holdsResults(turn) },
  { path: 'contents.*.role', words: ['user', 'model', 'function'] },
  { path: 'generation_config.thinking_config.thinking_level', words: levels, fold: true },
  { path: 'generation_config.response_modalities.*', words: ['TEXT', 'IMAGE', 'AUDIO', 'VIDEO', 'MODALITY_UNSPECIFIED'], fold: true },
  { path: 'tools.*.google_search_retrieval.dynamic_retrieval_config.mode', words: ['MODE_DYNAMIC', 'MODE_UNSPECIFIED'] },
  { path: 'tool_config.function_calling_config.mode', words: ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'] },
])
