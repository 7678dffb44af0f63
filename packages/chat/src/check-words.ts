import { createWordCheck } from '@interlingua/adapter-kit'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sizes = ['low', 'medium', 'high']

/** Words of OpenAI's interface, with videos and thinking of other servers. https://platform.openai.com/docs/api-reference/chat/create */
export const checkWords = createWordCheck([
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
