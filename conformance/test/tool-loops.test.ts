import type { Json, JsonObject } from '@interlingua/core'
import { checkChatRequest, checkMessagesRequest } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossRequest } from '../src/cross.ts'

const schema = { type: 'object', properties: { n: { type: 'integer' } } }
const count = fc.integer({ min: 1, max: 4 })
const order = (n: number) =>
  fc.shuffledSubarray(
    Array.from({ length: n }, (_, i) => i),
    { minLength: n },
  )
const loops = count.chain((n) => fc.tuple(fc.constant(n), order(n), fc.boolean(), fc.boolean()))
const list = (value: Json | undefined): readonly JsonObject[] => value as readonly JsonObject[] // the tests build these lists

/** Response of an upstream that thinks, speaks and calls the same tool several times. */
function calling(n: number, thinks: boolean, speaks: boolean): JsonObject {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [
      ...(thinks
        ? [
            { type: 'thinking', thinking: '', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'cmVk' },
          ]
        : []),
      ...(speaks ? [{ type: 'text', text: 'I look.' }] : []),
      ...Array.from({ length: n }, (_, i) => ({ type: 'tool_use', id: `toolu_${i}`, name: 'look', input: { n: i } })),
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

describe('a loop through tools of two turns', () => {
  test('goes from a messages upstream to a chat client and back: thinking first, calls in order, every result with its call', () => {
    fc.assert(
      fc.property(loops, ([n, permuted, thinks, speaks]) => {
        const answer = calling(n, thinks, speaks)
        const message = list(crossAnswer('messages', 'chat', answer).body['choices'])[0]?.['message'] ?? null
        const results = permuted.map((i) => ({ role: 'tool', tool_call_id: `toolu_${i}`, content: `result ${i}` }))
        const next = {
          model: 'claude-sonnet-4-5',
          max_completion_tokens: 100,
          tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
          messages: [{ role: 'user', content: 'Look.' }, message, ...results],
        }
        const { body } = crossRequest('chat', 'messages', next)
        expect(checkMessagesRequest(body)).toEqual([])
        const turns = list(body['messages'])
        expect(turns[1]?.['content']).toEqual(answer['content'])
        for (const result of list(turns[2]?.['content']))
          expect(JSON.stringify(result['content'])).toContain(`result ${String(result['tool_use_id']).slice(-1)}`)
        expect(list(turns[2]?.['content'])).toHaveLength(n)
      }),
    )
  })

  test('goes from a messages client to a chat upstream, whatever the order of the results', () => {
    fc.assert(
      fc.property(loops, ([n, permuted, , speaks]) => {
        const { content } = calling(n, false, speaks)
        const results = permuted.map((i) => ({ type: 'tool_result', tool_use_id: `toolu_${i}`, content: `result ${i}` }))
        const request = {
          model: 'demo',
          max_tokens: 100,
          tools: [{ name: 'look', input_schema: schema }],
          messages: [
            { role: 'user', content: 'Look.' },
            { role: 'assistant', content: content ?? null },
            { role: 'user', content: results },
          ],
        }
        const { body } = crossRequest('messages', 'chat', request)
        expect(checkChatRequest(body)).toEqual([])
        const told = list(body['messages']).filter(({ role }) => role === 'tool')
        expect(told).toHaveLength(n)
        for (const each of told) expect(each['content']).toBe(`result ${String(each['tool_call_id']).slice(-1)}`)
      }),
    )
  })

  test('pairs legacy functions, which have no ids, by name and order', () => {
    fc.assert(
      fc.property(count, (n) => {
        const turns = Array.from({ length: n }, (_, i) => [
          { role: 'assistant', content: null, function_call: { name: 'look', arguments: `{"n":${i}}` } },
          { role: 'function', name: 'look', content: `result ${i}` },
        ]).flat()
        const { body } = crossRequest('chat', 'messages', {
          model: 'demo',
          max_tokens: 100,
          functions: [{ name: 'look', parameters: schema }],
          messages: [{ role: 'user', content: 'Look.' }, ...turns],
        })
        expect(checkMessagesRequest(body)).toEqual([])
        const calls = list(body['messages']).flatMap(({ content }) => (Array.isArray(content) ? list(content) : []))
        for (let i = 0; i < n; i++) {
          const call = calls.find(({ input }) => (input as JsonObject | undefined)?.['n'] === i)
          const result = calls.find(({ tool_use_id: id }) => id === call?.['id'])
          expect(JSON.stringify(result?.['content'])).toContain(`result ${i}`)
        }
      }),
    )
  })
})

describe('every way to stop, with calls', () => {
  test.each([
    ['tool_use', 'tool_calls'],
    ['max_tokens', 'length'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'length'],
    ['model_context_window_exceeded', 'length'],
  ])('%s reaches a chat client as %s', (reason, finish) => {
    expect(
      list(crossAnswer('messages', 'chat', { ...calling(1, false, true), stop_reason: reason }).body['choices'])[0]?.['finish_reason'],
    ).toBe(finish)
  })

  test.each([
    ['stop', 'tool_use'],
    ['tool_calls', 'tool_use'],
    ['function_call', 'tool_use'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ])('%s reaches a messages client as %s', (finish, reason) => {
    const message = {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    }
    const completion = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'demo',
      choices: [{ index: 0, message, finish_reason: finish }],
    }
    expect(crossAnswer('chat', 'messages', completion).body['stop_reason']).toBe(reason)
  })
})
