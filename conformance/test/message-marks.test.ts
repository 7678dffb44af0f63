import { expect, test } from 'vitest'
import { crossRequest } from '../src/cross.ts'

test('A4: a cache mark on a tool message of chat is one on the result for Messages', () => {
  const { body, reported } = crossRequest('chat', 'messages', {
    model: 'claude-sonnet-4-5',
    max_tokens: 99,
    messages: [
      { role: 'system', content: 'Be brief.', cache_control: { type: 'ephemeral' } },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'b', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'r', cache_control: { type: 'ephemeral' } },
    ],
    tools: [{ type: 'function', function: { name: 'b', parameters: { type: 'object' }, cache_control: { type: 'ephemeral', ttl: '1h' } } }],
  })
  expect(body).toMatchObject({
    system: [{ text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [{}, {}, { content: [{ type: 'tool_result', tool_use_id: 'call_1', cache_control: { type: 'ephemeral' } }] }],
    tools: [{ name: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } }],
  })
  expect(reported).toEqual([])
})
