import type { JsonObject } from '@interlingua/core'
import { chat, flat, fn, gif, png, responses, round, user } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const tools = [fn()] as const
const call = (more: JsonObject = {}): JsonObject => ({ type: 'function_call', call_id: 'call_1', name: 'find', arguments: '{}', ...more })
const output = (more: JsonObject = {}): JsonObject => ({ type: 'function_call_output', call_id: 'call_1', output: 'Found', ...more })
const answer = (content: JsonObject): JsonObject => ({ type: 'message', role: 'assistant', content: [content] })
const picture = (url: string): JsonObject => ({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })
const parameters = (schema: JsonObject): JsonObject => ({ tools: [fn({ parameters: schema })] })
const breakpoint = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }] }],
} as const
const strict = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false } as const
const many = (count: number): JsonObject => ({ tools: Array.from({ length: count }, (_, i) => fn({ name: `t${i}` })) })
const called = (id: string): JsonObject => ({ messages: round({}, id) })

/** For each rule of OpenAI's a request that breaks it and a near one that keeps it. */
export const openaiFixtures: readonly Fixture[] = [
  ['O1', chat('gpt-5', { temperature: 0.8 }), chat('gpt-5', { temperature: 1 })],
  ['O1', responses('o3', { top_p: 0.9 }), responses('gpt-4o', { top_p: 0.9 })],
  ['O1', responses('gpt-6-sol', { temperature: 0.8 }), responses('gpt-6-sol', { temperature: 0.8, reasoning: { effort: 'none' } })],
  ['O1', chat('gpt-5.1', { temperature: 0.8, reasoning_effort: 'low' }), chat('gpt-5.1', { temperature: 0.8 })],
  ['O3', chat('gpt-5', { presence_penalty: 0.1 }), chat('gpt-5', { presence_penalty: 0 })],
  ['O4', chat('o3', { logprobs: true }), chat('gpt-4o', { logprobs: true })],
  [
    'O4',
    responses('o3', { include: ['message.output_text.logprobs'] }),
    responses('gpt-4.1', { include: ['message.output_text.logprobs'] }),
  ],
  ['O5', chat('gpt-5-mini', { stop: 'x' }), chat('gpt-4.1', { stop: 'x' })],
  ['O5-newer', chat('gpt-6-sol', { stop: ['x'] }), chat('gpt-6-sol', { stop: null })],
  ['O6', chat('o4-mini', { max_tokens: 10 }), chat('o4-mini', { max_completion_tokens: 10 })],
  ['O7', responses('demo-responses', { max_output_tokens: 15 }), responses('demo-responses', { max_output_tokens: 16 })],
  ['O7', chat('gpt-4o', { max_completion_tokens: 16_385 }), chat('gpt-4o', { max_completion_tokens: 16_384 })],
  ['O7', responses('o3', { max_output_tokens: 100_001 }), responses('gpt-5', { max_output_tokens: 128_000 })],
  ['O8', chat('demo-chat', { top_logprobs: 5 }), chat('demo-chat', { logprobs: true, top_logprobs: 20 })],
  ['O8', chat('gpt-4o', { temperature: 2.1 }), chat('gpt-4o', { temperature: 2 })],
  ['O9', chat('o3', { reasoning_effort: 'none' }), chat('o3', { reasoning_effort: 'low' })],
  ['O9', responses('gpt-5.1', { reasoning: { effort: 'xhigh' } }), responses('gpt-5.2', { reasoning: { effort: 'xhigh' } })],
  ['O9', responses('gpt-5', { reasoning: { effort: 'none' } }), responses('gpt-5', { reasoning: { effort: 'minimal' } })],
  ['O9', responses('gpt-5-pro', { reasoning: { effort: 'medium' } }), responses('gpt-5.2-pro', { reasoning: { effort: 'medium' } })],
  [
    'O9',
    responses('gpt-5.1-codex', { reasoning: { effort: 'xhigh' } }),
    responses('gpt-5.1-codex-max', { reasoning: { effort: 'xhigh' } }),
  ],
  ['O9', responses('gpt-6-astra', { reasoning: { effort: 'none' } }), responses('gpt-6.1-sol', { reasoning: { effort: 'max' } })],
  ['O9', chat('gpt-4.1', { reasoning_effort: 'low' }), chat('gpt-5.6', { reasoning_effort: 'max' })],
  [
    'O9-terra',
    responses('gpt-6.1-terra', { reasoning: { effort: 'none' } }, { inferred: ['O9-terra'] }),
    responses('gpt-6.1-terra', { reasoning: { effort: 'low' } }, { inferred: ['O9-terra'] }),
  ],
  ['O10', chat('gpt-5.6', { tools, reasoning_effort: 'low' }), chat('gpt-5.6', { tools, reasoning_effort: 'none' })],
  [
    'O10-default',
    chat('gpt-6-sol', { tools }, { inferred: ['O10-default'] }),
    chat('gpt-6-sol', { tools, reasoning_effort: 'none' }, { inferred: ['O10-default'] }),
  ],
  ['O11', chat('gpt-6.1-sol', { tools }), chat('gpt-6-luna', { tools })],
  ['O11-terra', chat('gpt-6.1-terra', { tools }, { inferred: ['O11-terra'] }), chat('gpt-6.1-terra', {}, { inferred: ['O11-terra'] })],
  ['O12', chat('gpt-4o', { verbosity: 'low' }), chat('gpt-4o', { verbosity: 'medium' })],
  ['O12', responses('gpt-4.1', { text: { verbosity: 'high' } }), responses('gpt-5', { text: { verbosity: 'high' } })],
  [
    'O13',
    responses('gpt-4o', { include: ['reasoning.encrypted_content'] }),
    responses('gpt-5', { include: ['reasoning.encrypted_content'] }),
  ],
  [
    'O14',
    responses('gpt-5', { reasoning: { summary: 'auto' } }, { inferred: ['O14'] }),
    responses('gpt-5', { reasoning: { effort: 'low' } }, { inferred: ['O14'] }),
  ],
  [
    'O15',
    responses('gpt-5.6', { input: [user, { type: 'configuration_update', reasoning: { effort: 'low' } }] }),
    responses('gpt-6-sol', { input: [user, { type: 'configuration_update', reasoning: { effort: 'low' } }] }),
  ],
  ['O16', chat('gpt-5.5', breakpoint), chat('gpt-5.6', breakpoint)],
  [
    'O16',
    responses('gpt-5', { prompt_cache_options: { mode: 'implicit' } }),
    responses('gpt-6-sol', { prompt_cache_options: { mode: 'implicit' } }),
  ],
  ['O16-terra', chat('gpt-5.6-terra', breakpoint), chat('gpt-5.6-sol', breakpoint)],
  ['O17', responses('gpt-5.5', { prompt_cache_retention: 'in_memory' }), responses('gpt-5.5', { prompt_cache_retention: '24h' })],
  ['O18', chat('demo-chat', { prompt_cache_key: 'k'.repeat(65) }), chat('demo-chat', { prompt_cache_key: 'k'.repeat(64) })],
  ['O18', chat('demo-chat', { metadata: { a: 'v'.repeat(513) } }), chat('demo-chat', { metadata: { a: 'v'.repeat(512) } })],
  ['O18', chat('demo-chat', { metadata: pairs(17) }), chat('demo-chat', { metadata: pairs(16) })],
  ['O19', chat('demo-chat', { service_tier: 'standard_only' }), chat('demo-chat', { service_tier: 'flex' })],
  ['O20', chat('demo-chat', many(129)), chat('demo-chat', many(128))],
  ['O20', chat('demo-chat', { tools: [fn({ name: 'n'.repeat(65) })] }), chat('demo-chat', { tools: [fn({ name: 'n'.repeat(64) })] })],
  [
    'O20',
    responses('demo-responses', { tools: [flat({ name: 'a.b' })] }),
    responses('demo-responses', { tools: [flat({ name: 'n'.repeat(128) })] }),
  ],
  ['O21', chat('demo-chat', parameters({})), chat('demo-chat', parameters({ type: 'object' }))],
  [
    'O21',
    chat('demo-chat', parameters({ type: 'object', oneOf: [{}] })),
    chat('demo-chat', parameters({ type: 'object', properties: { a: { oneOf: [{}] } } })),
  ],
  [
    'O21',
    responses('demo-responses', { tools: [flat({ parameters: { type: 'array', items: {} } })] }),
    responses('demo-responses', { tools: [flat()] }),
  ],
  [
    'O22',
    chat('demo-chat', parameters({ type: 'object', properties: { a: { type: 'array' } } })),
    chat('demo-chat', parameters({ type: 'object', properties: { a: { type: 'array', items: {} } } })),
  ],
  [
    'O23',
    chat('demo-chat', { tools: [fn({ strict: true, parameters: { ...strict, required: [] } })] }),
    chat('demo-chat', { tools: [fn({ strict: true, parameters: strict })] }),
  ],
  [
    'O23',
    chat('demo-chat', {
      tools: [
        fn({
          strict: true,
          parameters: { ...strict, properties: { a: { type: 'object', additionalProperties: false, patternProperties: { '^x': {} } } } },
        }),
      ],
    }),
    chat('demo-chat', {
      tools: [fn({ strict: true, parameters: { ...strict, properties: { a: { type: 'object', additionalProperties: false } } } })],
    }),
  ],
  [
    'O23',
    responses('demo-responses', {
      text: { format: { type: 'json_schema', name: 'a', strict: true, schema: { type: 'object', properties: {} } } },
    }),
    responses('demo-responses', { text: { format: { type: 'json_schema', name: 'a', strict: true, schema: strict } } }),
  ],
  [
    'O24',
    responses('demo-responses', {
      tools: [{ type: 'function', name: 'find', parameters: { type: 'object', additionalProperties: true } }],
    }),
    responses('demo-responses', { tools: [flat({ parameters: { type: 'object', additionalProperties: true } })] }),
  ],
  ['O25', chat('demo-chat', { tool_choice: 'auto' }), chat('demo-chat', { tools, tool_choice: 'auto' })],
  [
    'O25',
    chat('demo-chat', { tools, tool_choice: { type: 'function', function: { name: 'lose' } } }),
    chat('demo-chat', { tools, tool_choice: { type: 'function', function: { name: 'find' } } }),
  ],
  [
    'O26',
    chat('demo-chat', { tools: [{ type: 'web_search' }] }),
    chat('demo-chat', { tools: [{ type: 'custom', custom: { name: 'exec' } }] }),
  ],
  [
    'O27',
    chat('demo-chat', { response_format: { type: 'json_object' } }),
    chat('demo-chat', { messages: [{ role: 'user', content: 'As JSON' }], response_format: { type: 'json_object' } }),
  ],
  [
    'O27',
    responses('demo-responses', { text: { format: { type: 'json_object' } } }),
    responses('demo-responses', { instructions: 'Say json', text: { format: { type: 'json_object' } } }),
  ],
  [
    'O28',
    chat('demo-chat', { stream_options: { include_usage: true } }),
    chat('demo-chat', { stream: true, stream_options: { include_usage: true } }),
  ],
  ['O29', chat('demo-chat', { messages: round().slice(0, 2) }), chat('demo-chat', { messages: round() })],
  ['O29', chat('demo-chat', { messages: [user, ...round().slice(2)] }), chat('demo-chat', { messages: [...round(), user] })],
  [
    'O30',
    chat('demo-chat', {
      messages: round({}, 'a', { content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }] }),
    }),
    chat('demo-chat', { messages: round({}, 'a', { content: [{ type: 'text', text: 'Found' }] }) }),
  ],
  ['O31', chat('demo-chat', called('c'.repeat(41))), chat('demo-chat', called('c'.repeat(40)))],
  [
    'O32',
    chat('demo-chat', { messages: [user, { role: 'assistant', content: null }, user] }),
    chat('demo-chat', { messages: [user, { role: 'assistant', content: null, refusal: 'No' }, user] }),
  ],
  ['O33', chat('demo-chat', { top_k: 5 }), chat('demo-chat', { seed: 5 })],
  [
    'O33',
    chat('gpt-4o', { messages: [user, { role: 'assistant', content: 'Yes', reasoning_content: 'Hm' }, user] }),
    chat('demo-chat', { messages: [user, { role: 'assistant', content: 'Yes', name: 'Bob' }, user] }),
  ],
  [
    'O33',
    chat('gpt-5', { messages: [{ ...user, content: [{ type: 'text', text: 'Find', annotations: [] }] }] }),
    chat('gpt-5', { messages: [user, { role: 'assistant', content: [{ type: 'text', text: 'Yes', annotations: [] }] }, user] }),
  ],
  ['O33', chat('gpt-5', { messages: round({}, 'a', { is_error: true }) }), chat('gpt-5', { messages: round({}, 'a', { name: 'find' }) })],
  ['O33', responses('demo-responses', { stop: 'x' }), responses('demo-responses', { user: 'x' })],
  [
    'O48',
    chat('demo-chat', { messages: [{ ...user, role: 'wizard' }] }),
    chat('demo-chat', { messages: [{ ...user, role: 'developer' }] }),
  ],
  ['O48', chat('demo-chat', { reasoning_effort: 'hard' }), chat('demo-chat', { reasoning_effort: 'minimal' })],
  ['O48', chat('demo-chat', { modalities: ['text', 'smell'] }), chat('demo-chat', { modalities: ['text'] })],
  [
    'O48',
    chat('demo-chat', { tools: [fn()], tool_choice: { type: 'sometimes' } }),
    chat('demo-chat', { tools: [fn()], tool_choice: 'required' }),
  ],
  ['O34', chat('o1-mini', { messages: [{ role: 'system', content: 'Be short' }, user] }), chat('o1-mini')],
  ['O35', chat('demo-chat', { stop: ['a', 'b', 'c', 'd', 'e'] }), chat('demo-chat', { stop: ['a', 'b', 'c', 'd'] })],
  ['O36', chat('demo-chat', picture('data:image/svg+xml;base64,PHN2Zz4=')), chat('demo-chat', picture(`data:image/gif;base64,${gif}`))],
  ['O36', chat('demo-chat', picture(`data:image/jpg;base64,${png}`)), chat('demo-chat', picture(`data:image/jpeg;base64,${png}`))],
  [
    'O37',
    responses('demo-responses', { input: [user, call({ id: 'call_1' }), output()] }),
    responses('demo-responses', { input: [user, call({ id: 'fc_1' }), output()] }),
  ],
  [
    'O38',
    responses('demo-responses', { input: [user, output()] }),
    responses('demo-responses', { input: [output()], previous_response_id: 'resp_1' }),
  ],
  [
    'O38',
    responses('demo-responses', { input: [user, call({ call_id: 'c'.repeat(65) }), output({ call_id: 'c'.repeat(65) })] }),
    responses('demo-responses', { input: [user, call({ call_id: 'c'.repeat(64) }), output({ call_id: 'c'.repeat(64) })] }),
  ],
  ['O39', responses('demo-responses', { input: [user, call()] }), responses('demo-responses', { input: [user, call(), output()] })],
  [
    'O40',
    responses('demo-responses', { input: [user, call({ arguments: {} }), output()] }),
    responses('demo-responses', { input: [user, call(), output()] }),
  ],
  [
    'O41',
    responses('demo-responses', { input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, user] }),
    responses('demo-responses', {
      input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, answer({ type: 'output_text', text: 'Yes' })],
    }),
  ],
  [
    'O42',
    responses('demo-responses', { store: false, input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, call(), output()] }),
    responses('demo-responses', {
      store: false,
      input: [user, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }, call(), output()],
    }),
  ],
  [
    'O43',
    responses('demo-responses', { input: [user, answer({ type: 'input_text', text: 'Yes' })] }),
    responses('demo-responses', { input: [user, answer({ type: 'output_text', text: 'Yes' })] }),
  ],
  ['O44', responses('demo-responses', { background: true, store: false }), responses('demo-responses', { background: true, store: true })],
  ['O46', responses('demo-responses', { input: [] }), responses('demo-responses', { input: [], previous_response_id: 'resp_1' })],
]

function pairs(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))
}
