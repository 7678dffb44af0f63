import { createWordCheck } from '../requests/check-words.ts'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sizes = ['low', 'medium', 'high']

/** https://platform.claude.com/docs/en/api/messages */
export const checkMessagesWords = createWordCheck([
  { path: 'messages.*.role', words: ['user', 'assistant', 'system'] },
  { path: 'thinking.type', words: ['enabled', 'disabled', 'adaptive', 'between_tools'] },
  { path: 'thinking.display', words: ['summarized', 'omitted'] },
  { path: 'tool_choice.type', words: ['auto', 'any', 'tool', 'none'] },
  { path: 'output_config.effort', words: ['low', 'medium', 'high', 'xhigh', 'max'] },
])

/** https://platform.openai.com/docs/api-reference/responses/create */
export const checkResponsesWords = createWordCheck([
  { path: 'input.*.role', words: ['user', 'assistant', 'system', 'developer', 'tool', 'critic', 'discriminator', 'unknown'] },
  { path: 'reasoning.effort', words: efforts },
  { path: 'reasoning.summary', words: ['auto', 'concise', 'detailed'] },
  { path: 'tool_choice', words: ['auto', 'none', 'required'] },
  { path: 'tools.*.search_context_size', words: sizes },
  { path: 'text.verbosity', words: sizes },
  { path: 'truncation', words: ['auto', 'disabled'] },
])

/** https://platform.openai.com/docs/api-reference/chat/create */
export const checkChatWords = createWordCheck([
  { path: 'messages.*.role', words: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
  { path: 'reasoning_effort', words: efforts },
  { path: 'tool_choice', words: ['auto', 'none', 'required'] },
  { path: 'web_search_options.search_context_size', words: sizes },
  { path: 'verbosity', words: sizes },
])

const levels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'THINKING_LEVEL_UNSPECIFIED']

/** https://ai.google.dev/api/generate-content. `function` is what results of calls once had. */
export const checkContentsWords = createWordCheck([
  { path: 'contents.*.role', words: ['user', 'model', 'function'] },
  { path: 'generation_config.thinking_config.thinking_level', words: levels, fold: true },
  { path: 'tool_config.function_calling_config.mode', words: ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'] },
])
