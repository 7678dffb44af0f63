import type { Recording } from '@interlingua/testkit'

const base = { format: 'chat', path: '/v1/chat/completions', status: 200 } as const
const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_761_189_595, model: 'gpt-6' } as const
const usage = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 4, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
} as const

function chunk(choices: readonly object[], more: object = {}): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_761_189_595, model: 'gpt-6', choices, ...more })}\n\n`
}

function say(delta: object, finish: string | null = null): string {
  return chunk([{ index: 0, delta, finish_reason: finish }])
}

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: false,
  },
} as const

/** Wire samples that the corpus lacks, each small enough to be mutated at every leaf. */
export const samples: readonly Recording[] = [
  {
    ...base,
    id: 'plain',
    request: {
      model: 'gpt-6',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      temperature: 0.5,
      stop: 'END',
      max_tokens: 12,
      user: 'u1',
    },
    response: {
      ...head,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hi', refusal: null, annotations: [] }, logprobs: null, finish_reason: 'stop' },
      ],
      usage,
      service_tier: 'default',
      system_fingerprint: 'fp',
    },
  },
  {
    ...base,
    id: 'tool-loop',
    request: {
      model: 'gpt-6',
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Use tools.' }] },
        {
          role: 'user',
          name: 'ann',
          content: [
            { type: 'text', text: 'Weather?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
            { id: 'call_2', type: 'custom', custom: { name: 'note', input: 'free text' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
        { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'noted' }] },
      ],
      tools: [
        weather,
        {
          type: 'custom',
          custom: { name: 'note', description: 'Note it', format: { type: 'grammar', grammar: { syntax: 'regex', definition: '.*' } } },
        },
      ],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_weather' } }] },
      },
      parallel_tool_calls: false,
      stream: true,
      stream_options: { include_usage: true },
    },
    stream: [
      say({
        role: 'assistant',
        content: null,
        tool_calls: [{ index: 0, id: 'call_9', type: 'function', function: { name: 'get_weather', arguments: '' } }],
      }),
      say({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
      say({ tool_calls: [{ index: 1, id: 'call_10', type: 'function', function: { name: 'get_weather', arguments: '{}' } }] }),
      say({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
      say({}, 'tool_calls'),
      chunk([], { usage }),
      'data: [DONE]\n\n',
    ].join(''),
  },
  {
    ...base,
    id: 'legacy-functions',
    request: {
      model: 'gpt-4',
      messages: [
        { role: 'user', content: 'Joke' },
        { role: 'assistant', content: null, function_call: { name: 'joke', arguments: '{}' } },
        { role: 'function', name: 'joke', content: 'ha' },
      ],
      functions: [{ name: 'joke', parameters: { type: 'object', properties: {} } }],
      function_call: { name: 'joke' },
    },
    response: {
      ...head,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, refusal: null, function_call: { name: 'joke', arguments: '{}' } },
          logprobs: null,
          finish_reason: 'function_call',
        },
      ],
    },
  },
  {
    ...base,
    id: 'options',
    request: {
      model: 'gpt-6',
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a' },
            { type: 'refusal', refusal: 'no' },
          ],
          audio: { id: 'audio_1' },
        },
        {
          role: 'user',
          content: [
            {
              type: 'file',
              file: { file_data: 'data:application/pdf;base64,JVBE', filename: 'a.pdf' },
              prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' },
            },
            { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
          ],
        },
      ],
      max_completion_tokens: 100,
      n: 2,
      stop: ['a', 'b'],
      logprobs: true,
      top_logprobs: 3,
      seed: 7,
      logit_bias: { '50256': -100 },
      frequency_penalty: 0.1,
      presence_penalty: null,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
        },
      },
      reasoning_effort: 'low',
      verbosity: 'high',
      modalities: ['text', 'audio'],
      audio: { voice: 'ash', format: 'wav' },
      prediction: { type: 'content', content: 'x' },
      prompt_cache_key: 'k',
      prompt_cache_options: { mode: 'explicit', ttl: '30m' },
      service_tier: 'flex',
      safety_identifier: 's',
      metadata: { a: 'b' },
      store: true,
      moderation: { model: 'omni' },
      web_search_options: { search_context_size: 'low', user_location: { type: 'approximate', approximate: { city: 'Rome' } } },
      acme_flag: { deep: [1, null] },
    },
    response: {
      ...head,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'See it',
            refusal: null,
            annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 3 } }],
          },
          logprobs: {
            content: [{ token: 'See', logprob: -0.1, bytes: [83, 101, 101], top_logprobs: [{ token: 'See', logprob: -0.1, bytes: null }] }],
            refusal: null,
          },
          finish_reason: 'stop',
        },
        {
          index: 1,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            audio: { id: 'audio_2', data: 'UklG', expires_at: 1, transcript: 'hey' },
          },
          logprobs: null,
          finish_reason: 'length',
        },
      ],
      usage,
    },
  },
  {
    ...base,
    id: 'reasoning',
    request: {
      model: 'r1',
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'y', reasoning_content: 'thinking' },
        { role: 'user', content: 'z' },
      ],
      thinking: { type: 'enabled', budget_tokens: 2000 },
    },
    stream: [
      say({ role: 'assistant', content: '', reasoning_content: null }),
      say({ reasoning_content: 'Let me ' }),
      say({ reasoning_content: 'think.' }),
      say({ content: 'Done' }),
      say({ refusal: 'No' }),
      say({}, 'stop'),
      'data: [DONE]\n\n',
    ].join(''),
  },
  {
    ...base,
    id: 'rate-limit',
    status: 429,
    request: null,
    response: { error: { message: 'Slow down', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } },
  },
  {
    ...base,
    id: 'bad-request',
    status: 400,
    request: null,
    response: { error: { message: 'no', type: 'invalid_request_error', param: 'messages[0].content', code: null } },
  },
]
