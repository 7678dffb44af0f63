import { LimitError, WireError } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const { context } = createTestContext()
const parse = (body: unknown): unknown => chat.parseRequest({ path: '', query: {}, headers: {}, body }, context).body
const messages = [{ role: 'user', content: 'x' }]

describe('a request that is not legal names its field', () => {
  test.each<[string, unknown]>([
    ['', []],
    ['/model', { messages }],
    ['/messages', { model: 'm' }],
    ['/messages/1', { model: 'm', messages: [...messages, 'x'] }],
    ['/messages/0/role', { model: 'm', messages: [{ content: 'x' }] }],
    ['/messages/0/content', { model: 'm', messages: [{ role: 'user', content: 7 }] }],
    ['/messages/0/content/1/text', { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'text' }] }] }],
    ['/messages/0/content/0/type', { model: 'm', messages: [{ role: 'user', content: [{ text: 'a' }] }] }],
    ['/messages/0/tool_calls', { model: 'm', messages: [{ role: 'assistant', tool_calls: 'x' }] }],
    ['/messages/0/tool_call_id', { model: 'm', messages: [{ role: 'tool', content: 'x', tool_call_id: 7 }] }],
    ['/temperature', { model: 'm', messages, temperature: 'hot' }],
    ['/n', { model: 'm', messages, n: 1.5 }],
    ['/tools/0', { model: 'm', messages, tools: [1] }],
    ['/stream_options', { model: 'm', messages, stream_options: [] }],
  ])('%s', (path, body) => {
    expect(() => parse(body)).toThrow(WireError)
    expect(() => parse(body)).toThrow(expect.objectContaining({ format: 'chat', path }))
  })
})

test('a model that is not there is required, in the words of all formats, and what the schema said is the cause', () => {
  expect(() => parse({ messages })).toThrow(expect.objectContaining({ message: 'Field required', cause: expect.anything() as unknown }))
  expect(() => parse({ model: 7, messages })).toThrow(/must be a string/)
})

test('a legal body comes back itself, with what nobody knows', () => {
  const body = JSON.parse(
    '{"model":"m","messages":[{"role":"martian","x":1},{"role":"user","content":[{"type":"smell","data":{}}]}],"__proto__":{"a":1},"constructor":2,"tools":[{"type":"acme"}]}',
  ) as unknown
  expect(parse(body)).toBe(body)
  const message = { path: '', query: {}, headers: {}, body }
  const again = chat.encodeRequest(chat.decodeRequest(chat.parseRequest(message, context), context), context).body
  expect(JSON.parse(JSON.stringify(again))).toEqual(body)
})

test('a whole number may be of any size: how many are given is for the server to say', () => {
  const body = { model: 'm', messages, top_logprobs: 1e308 }
  expect(parse(body)).toBe(body)
})

test('a document that is nested too deep, or holds too much, is refused before it is looked into', () => {
  let deep: unknown = 1
  for (let i = 0; i < 300; i++) deep = [deep]
  expect(() => parse({ model: 'm', messages, deep })).toThrow(LimitError)
})

test('pitfall 33: of two caps the newer one counts, and both are printed again', () => {
  const body = { model: 'm', messages, max_completion_tokens: 5, max_tokens: 7, stop: 'x' }
  const request = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  expect(request.output).toEqual({ maxTokens: 5, stop: ['x'] })
  expect(chat.encodeRequest(request, context).body).toEqual(body)
})

test('pitfall 23: a choice that nobody knows is carried, never guessed', () => {
  const body = { model: 'm', messages, tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: { type: 'sometimes' } }
  const request = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  expect(request.toolChoice).toBeUndefined()
  expect(request.extensions?.['chat']?.rest).toEqual({ tool_choice: { type: 'sometimes' } })
  expect(chat.encodeRequest(request, context).body).toEqual(body)
})

test('an answer that is not an object, or whose choices are no list, is refused with its field', () => {
  expect(() => chat.parseResponse({ status: 200, headers: {}, body: 'x' }, context)).toThrow(WireError)
  expect(() => chat.parseResponse({ status: 200, headers: {}, body: { choices: {} } }, context)).toThrow(
    expect.objectContaining({ path: '/choices' }),
  )
})
