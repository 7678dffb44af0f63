import type { JsonObject } from '@interlingua/core'
import { withValues } from './coverage-group.ts'
import type { CoverageGroup } from './coverage-group.ts'

const base: JsonObject = { model: 'gpt-4o', max_completion_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }] }
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const tool = { type: 'function', function: { name: 'get_weather', parameters: schema } }
const withTool: JsonObject = { ...base, tools: [tool] }
const mark = { mode: 'explicit' }
const userPart = (part: JsonObject): JsonObject => withValues(base, { '/messages/0/content': [part, { type: 'text', text: 'Go on.' }] })
const loop: JsonObject = {
  ...withTool,
  messages: [
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
    { role: 'assistant', content: 'It rains.' },
    { role: 'user', content: 'Go on.' },
  ],
}
const instructed = (role: string): JsonObject => ({
  ...base,
  messages: [
    { role, content: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', content: 'Hello' },
  ],
})
const searching: JsonObject = { ...base, web_search_options: { user_location: { type: 'approximate', approximate: {} } } }

/** Optional fields of a Chat Completions request. Wire facts: the types of openai. */
export const chatRequestCoverage: readonly CoverageGroup[] = [
  {
    of: 'ChatCompletionCreateParamsBase',
    base,
    at: '',
    // `stream_options` only shapes the stream, and has no notice across formats; fields without meaning of their own are in the groups
    // below.
    required: ['model', 'messages', 'stream_options', 'parallel_tool_calls', 'tool_choice', 'top_logprobs', 'function_call'],
    fields: {
      audio: { voice: 'alloy', format: 'wav' },
      frequency_penalty: 0.5,
      functions: [{ name: 'get_weather', parameters: schema }],
      logit_bias: { '50256': -100 },
      logprobs: true,
      max_completion_tokens: 64,
      max_tokens: 64,
      metadata: { k: 'v' },
      modalities: ['text', 'audio'],
      moderation: { model: 'omni-moderation-latest' },
      n: 2,
      prediction: { type: 'content', content: 'Hi' },
      presence_penalty: 0.5,
      prompt_cache_key: 'key',
      prompt_cache_options: { mode: 'explicit', ttl: '30m' },
      prompt_cache_retention: '24h',
      reasoning_effort: 'high',
      response_format: { type: 'json_object' },
      safety_identifier: 'user-1',
      seed: 7,
      service_tier: 'flex',
      stop: ['END'],
      store: true,
      stream: true,
      temperature: 0.5,
      tools: [tool],
      top_p: 0.9,
      user: 'user-1',
      verbosity: 'low',
      web_search_options: { search_context_size: 'low' },
      reasoning: { max_tokens: 100 },
      top_k: 5,
    },
  },
  { base: withTool, at: '', required: [], fields: { parallel_tool_calls: false, tool_choice: 'required' } },
  { base: { ...base, logprobs: true }, at: '', required: [], fields: { top_logprobs: 2 } },
  {
    base: { ...base, functions: [{ name: 'get_weather', parameters: schema }] },
    at: '',
    required: [],
    fields: { function_call: { name: 'get_weather' } },
  },
  {
    of: 'ChatCompletionContentPartText',
    base: userPart({ type: 'text', text: 'Hello' }),
    at: '/messages/0/content/0',
    required: ['type', 'text'],
    fields: { prompt_cache_breakpoint: mark },
  },
  {
    base: userPart({ type: 'text', text: 'Hello', prompt_cache_breakpoint: mark }),
    at: '/messages/0/content/0/prompt_cache_breakpoint',
    required: [],
    fields: { ttl: '12h' },
  },
  {
    of: 'ChatCompletionContentPartImage',
    base: userPart({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
    at: '/messages/0/content/0',
    required: ['type', 'image_url'],
    fields: { prompt_cache_breakpoint: mark },
  },
  {
    base: userPart({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
    at: '/messages/0/content/0/image_url',
    required: [],
    fields: { detail: 'low' },
  },
  {
    of: 'ChatCompletionContentPartInputAudio',
    base: userPart({ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }),
    at: '/messages/0/content/0',
    required: ['type', 'input_audio'],
    fields: { prompt_cache_breakpoint: mark },
  },
  {
    base: userPart({ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==' } }),
    at: '/messages/0/content/0',
    required: [],
    fields: { prompt_cache_breakpoint: mark },
  },
  {
    base: userPart({ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==' } }),
    at: '/messages/0/content/0/file',
    required: [],
    fields: { filename: 'report.pdf' },
  },
  { of: 'ChatCompletionUserMessageParam', base, at: '/messages/0', required: ['role', 'content'], fields: { name: 'ada' } },
  {
    of: 'ChatCompletionSystemMessageParam',
    base: instructed('system'),
    at: '/messages/0',
    required: ['role', 'content'],
    fields: { name: 'ada' },
  },
  {
    of: 'ChatCompletionDeveloperMessageParam',
    base: instructed('developer'),
    at: '/messages/0',
    required: ['role', 'content'],
    fields: { name: 'ada' },
  },
  { base: instructed('system'), at: '/messages/0/content/0', required: [], fields: { prompt_cache_breakpoint: mark } },
  {
    of: 'ChatCompletionAssistantMessageParam',
    base: loop,
    at: '/messages/3',
    required: ['role', 'content', 'tool_calls', 'function_call'],
    fields: {
      audio: { id: 'audio_1' },
      name: 'bob',
      refusal: 'No.',
      reasoning_content: 'Hm.',
      reasoning: 'Hm.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' }],
    },
  },
  {
    of: 'ChatCompletionToolMessageParam',
    base: loop,
    at: '/messages/2',
    required: ['role', 'content', 'tool_call_id'],
    inert: { name: 'the name of the call that the result answers' },
    fields: {},
  },
  {
    of: 'ChatCompletionFunctionTool',
    base: withTool,
    at: '/tools/0/function',
    required: ['function', 'type', 'name'],
    fields: { description: 'Weather.', strict: true },
  },
  {
    of: 'ChatCompletionCustomTool',
    base: { ...base, tools: [{ type: 'custom', custom: { name: 'shell' } }] },
    at: '/tools/0/custom',
    required: ['custom', 'type', 'name'],
    fields: { description: 'Runs it.', format: { type: 'grammar', grammar: { syntax: 'regex', definition: '.*' } } },
  },
  {
    base: { ...base, response_format: { type: 'json_schema', json_schema: { name: 'person', schema } } },
    at: '/response_format/json_schema',
    required: [],
    // Other formats are always strict.
    others: { strict: [false] },
    fields: { description: 'A person.', strict: true, schema: { type: 'object', properties: {}, additionalProperties: false } },
  },
  { base: searching, at: '/web_search_options', required: [], fields: { search_context_size: 'high' } },
  {
    base: searching,
    at: '/web_search_options/user_location/approximate',
    required: [],
    fields: { city: 'Oslo', country: 'NO', region: 'Oslo', timezone: 'Europe/Oslo' },
  },
]
