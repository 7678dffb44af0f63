import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { chat, dialects } from '../src/index.ts'

const mark = { type: 'ephemeral' }
const call = { id: 'call_1', type: 'function', function: { name: 'b', arguments: '{}' } }
const body = {
  model: 'claude-sonnet-4-5',
  max_tokens: 99,
  messages: [
    { role: 'system', content: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } },
    { role: 'user', content: 'hi', cache_control: mark },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'r', cache_control: mark },
  ],
  tools: [{ type: 'function', function: { name: 'b', parameters: { type: 'object', properties: {} }, cache_control: mark } }],
}
const message = (given: JsonObject) => ({ path: '/v1/chat/completions', query: {}, headers: {}, body: given })

test('A4: marks on messages and in functions are read, and written where they stood', () => {
  const { context, notices } = createTestContext()
  const request = chat.decodeRequest(chat.parseRequest(message(body), context), context)
  expect(request.turns.map(({ parts }) => parts[0]?.cache)).toEqual([{ ttl: '1h' }, {}, undefined, {}])
  expect(request.tools?.[0]?.cache).toEqual({})
  expect(chat.encodeRequest(request, context).body).toEqual(body)
  expect(notices).toEqual([])
})

test('a mark that says more than a mark can stays as it is', () => {
  const { context } = createTestContext()
  const odd = { ...body, messages: [{ role: 'user', content: 'hi', cache_control: { type: 'ephemeral', scope: 'x' } }] }
  const request = chat.decodeRequest(chat.parseRequest(message(odd), context), context)
  expect(request.turns[0]?.parts[0]?.cache).toBeUndefined()
  expect(chat.encodeRequest(request, context).body).toEqual(odd)
})

test('an upstream with marks of its own gets them on parts; notices name the field of the message', () => {
  const { context, notices } = createTestContext({ dialect: dialects.openrouter })
  const request = chat.decodeRequest(chat.parseRequest(message(body), context), context)
  const sent = chat.encodeRequest(chat.lowerRequest(request, context).request, context).body
  expect(JSON.stringify(sent).match(/"cache_control"/g)).toHaveLength(4)
  expect(sent['messages']).toMatchObject([
    { content: [{ text: 'Be brief.', cache_control: { ttl: '1h' } }] },
    { content: [{ text: 'hi', cache_control: mark }] },
    {},
    { content: [{ text: 'r', cache_control: mark }] },
  ])
  expect(sent['tools']).toMatchObject([{ cache_control: mark }])
  const none = createTestContext()
  chat.lowerRequest(request, none.context)
  expect(none.notices.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual([
    'chat/cache-mark /messages/0/cache_control',
    'chat/cache-mark /messages/1/cache_control',
    'chat/cache-mark /messages/3/cache_control',
    'chat/cache-mark /tools/0/function/cache_control',
  ])
  expect(notices.every(({ path }) => path.startsWith('/'))).toBe(true)
})
