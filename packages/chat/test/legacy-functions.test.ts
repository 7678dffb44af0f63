import type { GenerateResponse, JsonObject, StreamEvent } from '@interlingua/core'
import { unfoldResponse } from '@interlingua/core'
import { createTestContext, runMachine } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const { context } = createTestContext()
const body = {
  model: 'gpt-4.1',
  messages: [{ role: 'user', content: 'Weather?' }],
  functions: [{ name: 'weather', parameters: { type: 'object', properties: {} } }],
}
const message = { path: '/v1/chat/completions', query: {}, headers: {}, body }
const asked = { request: chat.decodeRequest(chat.parseRequest(message, context), context) }
const call = (name: string) => ({ type: 'tool-call', callId: `id_${name}`, name, kind: 'function', arguments: '{"a":1}' }) as const
const answer = (...names: readonly string[]): GenerateResponse => ({
  id: 'x',
  model: 'm',
  status: 'completed',
  createdAt: 0,
  candidates: [{ index: 0, parts: names.map(call), finish: { unified: 'tool-calls' } }],
})

test('P7: a client of functions gets function_call in a document', () => {
  const { notices, context: told } = createTestContext()
  const [choice] = chat.encodeResponse(answer('weather', 'other'), told, asked).body['choices'] as readonly JsonObject[]
  expect(choice).toMatchObject({
    finish_reason: 'function_call',
    message: { content: null, function_call: { name: 'weather', arguments: '{"a":1}' } },
  })
  expect(choice?.['message']).not.toHaveProperty('tool_calls')
  expect(notices.map(({ code }) => code)).toEqual(['chat/function-call'])
})

test('P7: and in a stream', () => {
  const { notices, context: told } = createTestContext()
  const frames = runMachine(chat.createStreamEncoder(told, asked), unfoldResponse(answer('weather', 'other')) as readonly StreamEvent[])
  const choices = frames.flatMap((frame) => (frame.type === 'event' ? ((frame.wire['choices'] ?? []) as readonly JsonObject[]) : []))
  const deltas = choices.map(({ delta }) => delta as JsonObject)
  expect(deltas.map(({ function_call: part }) => (part as JsonObject | undefined)?.['arguments'] ?? '').join('')).toBe('{"a":1}')
  expect(deltas.some(({ function_call: part }) => (part as JsonObject | undefined)?.['name'] === 'weather')).toBe(true)
  expect(deltas.some((delta) => 'tool_calls' in delta)).toBe(false)
  expect(choices.at(-1)).toMatchObject({ finish_reason: 'function_call' })
  expect(notices.map(({ code }) => code)).toEqual(['chat/function-call'])
})

test('whoever declares tools gets tool_calls', () => {
  const [choice] = chat.encodeResponse(answer('weather'), context, {}).body['choices'] as readonly JsonObject[]
  expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [{ id: 'id_weather' }] } })
})
