import type { Json, JsonObject } from '@interlingua/core'
import { gif, image, messages, png, pngOf, tool, user } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const object = { type: 'object', properties: {} } as const
const use = (id: string, input: Json = {}) => ({ type: 'tool_use', id, name: 'find', input }) as const
const said = { role: 'assistant', content: 'Yes' } as const
const thought = { type: 'enabled', budget_tokens: 1024 } as const
const tools = [tool(object)] as const
const force = { tools, tool_choice: { type: 'any' } } as const

const turns = (call: JsonObject, ...results: readonly JsonObject[]) => ({
  tools,
  messages: [user, { role: 'assistant', content: [call] }, { role: 'user', content: results }],
})
const result = (id: string, more: JsonObject = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'Found', ...more })
const crowd = (side: number, count: number) => ({
  messages: [{ role: 'user', content: Array.from({ length: count }, () => image(pngOf(side))) }],
})
const marks = (count: number) => ({
  messages: [
    {
      role: 'user',
      content: Array.from({ length: count }, (_, i) => ({ type: 'text', text: `${i}`, cache_control: { type: 'ephemeral' } })),
    },
  ],
})

/** For each rule of Anthropic's a request that breaks it and a near one that keeps it. */
export const anthropicFixtures: readonly Fixture[] = [
  ['A1', messages('claude-opus-4-6', { temperature: 0.5, top_p: 0.9 }), messages('claude-opus-4-6', { temperature: 0.5 })],
  ['A1', messages('claude-opus-4-1', { temperature: 1, top_p: 1 }), messages('claude-sonnet-4', { temperature: 1, top_p: 1 })],
  ['A2', messages('claude-opus-4-7', { temperature: 0.9 }), messages('claude-opus-4-7', { temperature: 1, top_p: 0.99 })],
  ['A2', messages('claude-sonnet-5-5', { top_k: 10 }), messages('claude-sonnet-4-6', { top_k: 10 })],
  ['A3', messages('claude-haiku-5-5', { top_p: 1 }), messages('claude-haiku-5-5', { top_p: 0.99 })],
  ['A4', messages('claude-sonnet-4-5', { temperature: 1.1 }), messages('claude-sonnet-4-5', { temperature: 1 })],
  [
    'A5',
    messages('claude-sonnet-4-5', { top_k: 5 }, { headers: { 'anthropic-version': '2026-10-21' } }),
    messages('claude-sonnet-4-5', { top_k: 5 }, { headers: { 'anthropic-version': '2023-06-01' } }),
  ],
  [
    'A6',
    messages('claude-sonnet-4-5', { thinking: thought, top_p: 0.94 }),
    messages('claude-sonnet-4-5', { thinking: thought, top_p: 0.95 }),
  ],
  ['A7', messages('claude-opus-5-5', { thinking: { type: 'disabled' } }), messages('claude-opus-5', { thinking: { type: 'disabled' } })],
  [
    'A7',
    messages('claude-sonnet-4-5', { thinking: { type: 'adaptive' } }),
    messages('claude-sonnet-4-6', { thinking: { type: 'adaptive' } }),
  ],
  [
    'A7',
    messages('claude-opus-4-6', { output_config: { effort: 'xhigh' } }),
    messages('claude-opus-4-7', { output_config: { effort: 'xhigh' } }),
  ],
  [
    'A7',
    messages('claude-haiku-4-5', { output_config: { effort: 'low' } }),
    messages('claude-opus-4-5', { output_config: { effort: 'low' } }),
  ],
  [
    'A8',
    messages('claude-opus-5', { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
    messages('claude-opus-5', { thinking: { type: 'disabled' }, output_config: { effort: 'high' } }),
  ],
  [
    'A9',
    messages('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 1023 } }),
    messages('claude-sonnet-4-5', { thinking: thought }),
  ],
  [
    'A10',
    messages('claude-sonnet-4-5', { max_tokens: 1024, thinking: thought }),
    messages('claude-sonnet-4-5', { max_tokens: 1025, thinking: thought }),
  ],
  ['A11', messages('claude-sonnet-4-5', { ...force, thinking: thought }), messages('claude-sonnet-4-5', force)],
  ['A12', messages('claude-opus-5-5', force), messages('claude-opus-5', force)],
  ['A12', messages('claude-fable-5-1', force), messages('claude-fable-5', force)],
  [
    'A12-5.2',
    messages('claude-fable-5-2', force, { inferred: ['A12-5.2'] }),
    messages('claude-fable-5-2', { tools }, { inferred: ['A12-5.2'] }),
  ],
  [
    'A14',
    messages('claude-opus-5', {
      messages: [
        user,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: '' },
            { type: 'text', text: 'Yes' },
          ],
        },
        user,
      ],
    }),
    messages('claude-opus-5', {
      messages: [
        user,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
            { type: 'text', text: 'Yes' },
          ],
        },
        user,
      ],
    }),
  ],
  [
    'A16',
    messages('claude-opus-5', { tools: [tool(object, { name: 'a.b' })] }),
    messages('claude-opus-5', { tools: [tool(object, { name: 'n'.repeat(128) })] }),
  ],
  [
    'A16',
    messages('claude-sonnet-4-5', { tools: [tool(object, { name: 'n'.repeat(65) })] }),
    messages('claude-sonnet-4-5', { tools: [tool(object, { name: 'n'.repeat(64) })] }),
  ],
  [
    'A16',
    messages('demo-messages', { tools: [tool(object), tool(object)] }),
    messages('demo-messages', { tools: [tool(object), tool(object, { name: 'b' })] }),
  ],
  [
    'A17',
    messages('demo-messages', { tools: [tool({ properties: {} })] }),
    messages('demo-messages', { tools: [tool({ type: 'object' })] }),
  ],
  [
    'A18',
    messages('demo-messages', { tools: [tool({ type: 'object', anyOf: [{ required: ['a'] }] })] }),
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } })] }),
  ],
  [
    'A19',
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { $top: {} } })] }),
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { a: { type: 'object', properties: { $top: {} } } } })] }),
  ],
  [
    'A20',
    messages('demo-messages', {
      tools: [
        tool(
          { ...object, additionalProperties: false, properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] },
          { strict: true },
        ),
      ],
    }),
    messages('demo-messages', {
      tools: [tool({ ...object, additionalProperties: false, properties: { a: { type: 'integer' } }, required: ['a'] }, { strict: true })],
    }),
  ],
  [
    'A20',
    messages('demo-messages', {
      tools: Array.from({ length: 21 }, (_, i) => tool({ ...object, additionalProperties: false }, { strict: true, name: `t${i}` })),
    }),
    messages('demo-messages', {
      tools: Array.from({ length: 20 }, (_, i) => tool({ ...object, additionalProperties: false }, { strict: true, name: `t${i}` })),
    }),
  ],
  [
    'A21',
    messages('demo-messages', {
      tools: [tool({ type: 'object', properties: { a: { type: 'number', minimum: 0, exclusiveMinimum: true } } })],
    }),
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { a: { type: 'number', exclusiveMinimum: 0 } } })] }),
  ],
  [
    'A21',
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { a: { type: 'array', items: [{}] } } })] }),
    messages('demo-messages', { tools: [tool({ type: 'object', properties: { a: { type: 'array', prefixItems: [{}] } } })] }),
  ],
  [
    'A22',
    messages('demo-messages', turns(use('call.1'), result('call.1'))),
    messages('demo-messages', turns(use('call_1-a'), result('call_1-a'))),
  ],
  ['A23', messages('demo-messages', turns(use('a', '{}'), result('a'))), messages('demo-messages', turns(use('a', {}), result('a')))],
  [
    'A24',
    messages('demo-messages', { tools, messages: [user, { role: 'assistant', content: [use('a')] }, user] }),
    messages('demo-messages', turns(use('a'), result('a'))),
  ],
  [
    'A24',
    messages('demo-messages', turns(use('a'), { type: 'text', text: 'So' }, result('a'))),
    messages('demo-messages', turns(use('a'), result('a'), { type: 'text', text: 'So' })),
  ],
  ['A24', messages('demo-messages', turns(use('a'), result('a'), result('a'))), messages('demo-messages', turns(use('a'), result('a')))],
  [
    'A25',
    messages('demo-messages', turns(use('a'), result('a', { is_error: true, content: [image(png)] }))),
    messages('demo-messages', turns(use('a'), result('a', { is_error: true, content: [{ type: 'text', text: 'No' }] }))),
  ],
  [
    'A27',
    messages('demo-messages', { tool_choice: { type: 'auto' } }),
    messages('demo-messages', { tools, tool_choice: { type: 'auto' } }),
  ],
  [
    'A28',
    messages('claude-opus-5-5', { tools: [{ type: 'computer_20251124', name: 'computer', display_width_px: 1, display_height_px: 1 }] }),
    messages('claude-opus-5', { tools: [{ type: 'computer_20251124', name: 'computer', display_width_px: 1, display_height_px: 1 }] }),
  ],
  ['A30', messages('demo-messages', { seed: 1 }), messages('demo-messages', { metadata: { user_id: 'a' } })],
  [
    'A30',
    messages('demo-messages', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', id: '1' }] }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
  ],
  ['A44', messages('demo-messages', { messages: [{ ...user, role: 'wizard' }] }), messages('demo-messages')],
  [
    'A44',
    messages('demo-messages', { thinking: { type: 'enabeld', budget_tokens: 1024 } }),
    messages('demo-messages', { thinking: { type: 'enabled', budget_tokens: 1024 } }),
  ],
  [
    'A44',
    messages('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 1024, display: 'all' } }),
    messages('claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 1024, display: 'updates' } }),
  ],
  [
    'A44',
    messages('demo-messages', { output_config: { effort: 'hard' } }),
    messages('demo-messages', { output_config: { effort: 'max' } }),
  ],
  [
    'A44',
    messages('demo-messages', { messages: [{ role: 'user', content: [{ type: 'hologram' }, { type: 'text', text: 'Hi' }] }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
  ],
  [
    'A44',
    messages('demo-messages', { system: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '9h' } }] }),
    messages('demo-messages', { system: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } }] }),
  ],
  [
    'A44',
    messages('demo-messages', { tools: [{ type: 'web_search_20250305', name: 'find' }] }),
    messages('demo-messages', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
  ],
  ['A31', messages('demo-messages', { messages: [said, user] }), messages('demo-messages', { messages: [user, said] })],
  [
    'A32',
    messages('demo-messages', { messages: [{ role: 'user', content: ' ' }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: ' .' }] }),
  ],
  [
    'A32',
    messages('demo-messages', { messages: [user, { role: 'assistant', content: '' }, user] }),
    messages('demo-messages', { messages: [user, { role: 'assistant', content: '' }] }),
  ],
  ['A33', messages('claude-opus-4-6', { messages: [user, said] }), messages('claude-opus-4-5', { messages: [user, said] })],
  [
    'A34',
    messages('claude-opus-4-5', { messages: [user, { role: 'assistant', content: 'Yes ' }] }),
    messages('claude-opus-4-5', { messages: [user, { role: 'assistant', content: ' Yes' }] }),
  ],
  [
    'A35',
    messages('claude-opus-4-7', { messages: [user, { role: 'system', content: 'Be short' }] }),
    messages('claude-opus-4-8', { messages: [user, { role: 'system', content: 'Be short' }] }),
  ],
  [
    'A35',
    messages('claude-opus-5', { messages: [user, said, { role: 'system', content: 'Be short' }, user] }),
    messages('claude-opus-5', { messages: [user, said, user, { role: 'system', content: 'Be short' }] }),
  ],
  [
    'A45',
    messages('demo-messages', { messages: [user, { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] }, user] }),
    messages('demo-messages', { messages: [user, { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] }, said, user] }),
  ],
  ['A36', messages('demo-messages', { stop_sequences: ['\n'] }), messages('demo-messages', { stop_sequences: ['\n.'] })],
  ['A37', messages('claude-opus-4-1', { max_tokens: 32_001 }), messages('claude-opus-4-1', { max_tokens: 32_000 })],
  ['A37', messages('claude-sonnet-4-5', { max_tokens: 64_001 }), messages('claude-sonnet-4-6', { max_tokens: 128_000 })],
  ['A38', messages('demo-messages', crowd(8001, 1)), messages('demo-messages', crowd(8000, 1))],
  ['A38', messages('demo-messages', crowd(2001, 21)), messages('demo-messages', crowd(2001, 20))],
  [
    'A39',
    messages('demo-messages', { messages: [{ role: 'user', content: [image(png, 'image/jpg')] }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: [image(png)] }] }),
  ],
  [
    'A39',
    messages('demo-messages', { messages: [{ role: 'user', content: [image(gif, 'image/png')] }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: [image(gif, 'image/gif')] }] }),
  ],
  ['A41', messages('demo-messages', marks(5)), messages('demo-messages', marks(4))],
  [
    'A41',
    messages('demo-messages', {
      tools: [tool(object, { cache_control: { type: 'ephemeral' } })],
      system: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    }),
    messages('demo-messages', {
      tools: [tool(object, { cache_control: { type: 'ephemeral', ttl: '1h' } })],
      system: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }],
    }),
  ],
  [
    'A42',
    messages('demo-messages', { messages: [{ role: 'user', content: [doc(true), doc(false)] }] }),
    messages('demo-messages', { messages: [{ role: 'user', content: [doc(true), doc(true)] }] }),
  ],
]

function doc(enabled: boolean) {
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Text' }, citations: { enabled } } as const
}
