import { createWordCheck } from '@interlingua/adapter-kit'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sizes = ['low', 'medium', 'high']

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

/** Words of the documented interface. https://platform.openai.com/docs/api-reference/responses/create */
export const checkWords = createWordCheck([
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
