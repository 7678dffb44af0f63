import type { JsonObject } from '@interlingua/core'

/** One cell marked `=` between messages and chat in the correspondence of section 2: the same thing said in both formats. */
export interface EqualCell {
  readonly cell: string
  readonly messages: JsonObject
  readonly chat: JsonObject
  /** Where one way only is exact; both where absent. */
  readonly only?: 'to chat' | 'to messages'
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const tool = { name: 'get_weather', description: 'Weather.', input_schema: schema }
const chatTool = { type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters: schema } }
const user = (content: JsonObject['content']): JsonObject => ({ role: 'user', content: content ?? '' })
const hello = user('Hello')
const m = (rest: JsonObject): JsonObject => ({ model: 'demo', max_tokens: 100, messages: [hello], ...rest })
const c = (rest: JsonObject): JsonObject => ({ model: 'demo', max_completion_tokens: 100, messages: [hello], ...rest })
const png = 'iVBORw0KGgo='
const call = (id: string, input: string): JsonObject => ({ id, type: 'function', function: { name: 'get_weather', arguments: input } })

export const equalRequests: readonly EqualCell[] = [
  { cell: '2.1 model id and output cap', messages: m({}), chat: c({}) },
  { cell: '2.1 temperature from 0 to 1', messages: m({ temperature: 0.5 }), chat: c({ temperature: 0.5 }) },
  { cell: '2.1 top_p', messages: m({ top_p: 0.9 }), chat: c({ top_p: 0.9 }) },
  { cell: '2.1 up to four stop sequences', messages: m({ stop_sequences: ['a', 'b', 'c', 'd'] }), chat: c({ stop: ['a', 'b', 'c', 'd'] }) },
  { cell: '2.1 end-user id', messages: m({ metadata: { user_id: 'user-1' } }), chat: c({ safety_identifier: 'user-1' }) },
  { cell: '2.1 service tier auto', messages: m({ service_tier: 'auto' }), chat: c({ service_tier: 'auto' }) },
  {
    cell: '2.1 service tier standard_only is default',
    messages: m({ service_tier: 'standard_only' }),
    chat: c({ service_tier: 'default' }),
  },
  { cell: '2.1 streaming', messages: m({ stream: true }), chat: c({ stream: true, stream_options: { include_usage: true } }) },
  {
    cell: '2.2 one leading instruction',
    messages: m({ system: 'Be brief.' }),
    chat: c({ messages: [{ role: 'system', content: 'Be brief.' }, hello] }),
  },
  {
    cell: '2.2 leading instruction blocks',
    messages: m({
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
    }),
    chat: c({
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'Be brief.' },
            { type: 'text', text: 'Be kind.' },
          ],
        },
        hello,
      ],
    }),
  },
  {
    cell: '2.2 an instruction in mid-conversation',
    messages: m({ messages: [hello, { role: 'system', content: 'Rhyme.' }, { role: 'assistant', content: 'Hi.' }, user('Go on.')] }),
    chat: c({ messages: [hello, { role: 'system', content: 'Rhyme.' }, { role: 'assistant', content: 'Hi.' }, user('Go on.')] }),
  },
  {
    cell: '2.3 text in several turns and parts',
    messages: m({
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
        { role: 'assistant', content: 'c' },
        user('d'),
      ],
    }),
    chat: c({
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
        { role: 'assistant', content: 'c' },
        user('d'),
      ],
    }),
  },
  {
    cell: '2.3 image inline',
    messages: m({ messages: [user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }])] }),
    chat: c({ messages: [user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }])] }),
  },
  {
    cell: '2.3 image by URL',
    messages: m({ messages: [user([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }])] }),
    chat: c({ messages: [user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }])] }),
  },
  {
    cell: '2.3 PDF inline',
    messages: m({ messages: [user([{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } }])] }),
    chat: c({ messages: [user([{ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==' } }])] }),
    only: 'to messages',
  },
  {
    cell: '2.4 declaration with description',
    messages: m({ tools: [tool] }),
    chat: c({ tools: [chatTool] }),
  },
  {
    cell: '2.4 strict tool',
    messages: m({ tools: [{ ...tool, strict: true }] }),
    chat: c({ tools: [{ ...chatTool, function: { ...chatTool.function, strict: true } }] }),
  },
  {
    cell: '2.4 choice: model decides',
    messages: m({ tools: [tool], tool_choice: { type: 'auto' } }),
    chat: c({ tools: [chatTool], tool_choice: 'auto' }),
  },
  {
    cell: '2.4 choice: must call something',
    messages: m({ tools: [tool], tool_choice: { type: 'any' } }),
    chat: c({ tools: [chatTool], tool_choice: 'required' }),
  },
  {
    cell: '2.4 choice: must call X',
    messages: m({ tools: [tool], tool_choice: { type: 'tool', name: 'get_weather' } }),
    chat: c({ tools: [chatTool], tool_choice: { type: 'function', function: { name: 'get_weather' } } }),
  },
  {
    cell: '2.4 choice: no calls',
    messages: m({ tools: [tool], tool_choice: { type: 'none' } }),
    chat: c({ tools: [chatTool], tool_choice: 'none' }),
  },
  {
    cell: '2.4 choice: one at a time',
    messages: m({ tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
    chat: c({ tools: [chatTool], tool_choice: 'auto', parallel_tool_calls: false }),
  },
  {
    cell: '2.4 calls with arguments, and results as text',
    messages: m({
      tools: [tool],
      messages: [
        hello,
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'call_2', name: 'get_weather', input: {} },
          ],
        },
        user([
          { type: 'tool_result', tool_use_id: 'call_1', content: 'Rain.' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'Sun.' },
        ]),
      ],
    }),
    chat: c({
      tools: [chatTool],
      messages: [
        hello,
        { role: 'assistant', content: 'I look.', tool_calls: [call('call_1', '{"city":"Oslo"}'), call('call_2', '{}')] },
        { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
        { role: 'tool', tool_call_id: 'call_2', content: 'Sun.' },
      ],
    }),
  },
  {
    cell: '2.5 structured output',
    messages: m({ output_config: { format: { type: 'json_schema', schema } } }),
    chat: c({ response_format: { type: 'json_schema', json_schema: { name: 'response', strict: true, schema } } }),
  },
  {
    cell: '2.6 effort of the same name',
    messages: m({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }),
    chat: c({ reasoning_effort: 'high' }),
  },
]

const am = (rest: JsonObject): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'demo',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...rest,
})
const ac = (choice: JsonObject, rest: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'demo',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null }, logprobs: null, finish_reason: 'stop', ...choice }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...rest,
})

export const equalAnswers: readonly EqualCell[] = [
  { cell: '2.3 text', messages: am({}), chat: ac({}) },
  {
    cell: '2.4 parallel calls, and 2.9 tool_use is tool_calls',
    messages: am({
      content: [
        { type: 'tool_use', id: 'call_1', name: 'f', input: { a: 1 } },
        { type: 'tool_use', id: 'call_2', name: 'g', input: {} },
      ],
      stop_reason: 'tool_use',
    }),
    chat: ac({
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
          { id: 'call_2', type: 'function', function: { name: 'g', arguments: '{}' } },
        ],
      },
      finish_reason: 'tool_calls',
    }),
  },
  { cell: '2.9 max_tokens is length', messages: am({ stop_reason: 'max_tokens' }), chat: ac({ finish_reason: 'length' }) },
  {
    cell: '2.9 refusal without a part is content_filter',
    messages: am({ stop_reason: 'refusal' }),
    chat: ac({ finish_reason: 'content_filter' }),
    only: 'to chat',
  },
  {
    cell: '2.8 usage with cache reads, writes and reasoning',
    messages: am({
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 30,
        output_tokens: 5,
        output_tokens_details: { thinking_tokens: 2 },
      },
    }),
    chat: ac(
      {},
      {
        usage: {
          prompt_tokens: 60,
          completion_tokens: 5,
          total_tokens: 65,
          prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
    ),
  },
]
