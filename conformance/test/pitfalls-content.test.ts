import { inputFromBuckets } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import {
  accumulateChatStream,
  accumulateMessagesStream,
  checkChatRequest,
  checkMessagesRequest,
  checkMessagesStream,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatText, crossAnswer, crossRequest, crossStream, messagesText } from '../src/cross.ts'

const hello = { role: 'user', content: 'Hello' }
const chat = (rest: JsonObject = {}): JsonObject => ({ model: 'demo', max_completion_tokens: 100, messages: [hello], ...rest })
const messages = (rest: JsonObject = {}): JsonObject => ({ model: 'demo', max_tokens: 100, messages: [hello], ...rest })
const completion = (choice: JsonObject, rest: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'demo',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop', ...choice }],
  ...rest,
})
const answer = (rest: JsonObject): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'demo',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  ...rest,
})
const finishOf = (body: JsonObject): unknown => (body['choices'] as readonly JsonObject[])[0]?.['finish_reason']
const rolesOf = (body: JsonObject): unknown => (body['messages'] as readonly JsonObject[]).map(({ role }) => role)

describe('instructions, text and documents', () => {
  test('pitfall 30: instructions keep their place, their blocks and their cache marks', () => {
    const toChat = crossRequest(
      'messages',
      'chat',
      messages({
        system: [
          { type: 'text', text: 'A', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'B' },
        ],
        messages: [hello, { role: 'system', content: 'C' }, { role: 'assistant', content: 'Hi.' }, hello],
      }),
      { targetContext: { dialect: { cacheMarks: 'prompt_cache_breakpoint' } } },
    )
    expect(rolesOf(toChat.body)).toEqual(['system', 'user', 'system', 'assistant', 'user'])
    expect((toChat.body['messages'] as readonly JsonObject[])[0]?.['content']).toMatchObject([
      { type: 'text', text: 'A', prompt_cache_breakpoint: { mode: 'explicit' } },
      { type: 'text', text: 'B' },
    ])
    const toMessages = crossRequest(
      'chat',
      'messages',
      chat({
        messages: [
          { role: 'system', content: 'A' },
          { role: 'developer', content: 'B' },
          hello,
          { role: 'developer', content: 'C' },
          { role: 'assistant', content: 'Hi.' },
          hello,
        ],
      }),
    )
    const { system, messages: turns } = toMessages.body
    expect(JSON.stringify(system)).toContain('A')
    expect(JSON.stringify(system)).toContain('B')
    expect(JSON.stringify(turns)).toContain('C')
    expect(JSON.stringify(turns)).not.toContain('"user","content":"C"')
  })

  test('pitfall 31: empty text is not sent where it is refused, and a call-only message says null', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
    const toMessages = crossRequest(
      'chat',
      'messages',
      chat({
        tools,
        messages: [hello, { role: 'assistant', content: '', tool_calls: [call] }, { role: 'tool', tool_call_id: 'call_1', content: '' }],
      }),
    )
    expect(checkMessagesRequest(toMessages.body)).toEqual([])
    const toChat = crossAnswer(
      'messages',
      'chat',
      answer({ content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }], stop_reason: 'tool_use' }),
    )
    expect((toChat.body['choices'] as readonly JsonObject[])[0]).toMatchObject({ message: { content: null } })
  })

  test('pitfall 32: a PDF arrives as a document, and what nobody knows is reported and never printed as JSON', () => {
    const pdf = crossRequest(
      'chat',
      'messages',
      chat({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'a.pdf' } },
              { type: 'text', text: 'Sum up.' },
            ],
          },
        ],
      }),
    )
    expect((pdf.body['messages'] as readonly JsonObject[])[0]?.['content']).toMatchObject([
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } },
      { type: 'text' },
    ])
    const unknown = crossRequest(
      'messages',
      'chat',
      messages({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'hologram', secret: 'shape' },
              { type: 'text', text: 'Hello' },
            ],
          },
        ],
      }),
    )
    expect(JSON.stringify(unknown.body)).not.toContain('shape')
    expect(unknown.reported.some((line) => line.endsWith('/messages/0/content/0'))).toBe(true)
  })

  test('pitfall 33: every spelling of the cap and of stop is read, and two at once are reported', () => {
    for (const key of ['max_tokens', 'max_completion_tokens'])
      expect(crossRequest('chat', 'messages', { model: 'demo', messages: [hello], [key]: 7 }).body['max_tokens']).toBe(7)
    for (const stop of ['END', ['END']]) expect(crossRequest('chat', 'messages', chat({ stop })).body['stop_sequences']).toEqual(['END'])
    const both = crossRequest('chat', 'messages', { model: 'demo', messages: [hello], max_tokens: 7, max_completion_tokens: 9 })
    expect(both.body['max_tokens']).toBe(9)
    expect(both.reported.some((line) => line.endsWith('/max_tokens'))).toBe(true)
  })

  test('pitfall 34: text around a call keeps its order in one format and is a named loss in the other', () => {
    const content = [
      { type: 'text', text: 'Before.' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
      { type: 'text', text: 'After.' },
    ]
    const done = crossAnswer('messages', 'chat', answer({ content, stop_reason: 'tool_use' }))
    const [choice] = done.body['choices'] as readonly { readonly message: JsonObject }[]
    expect(choice?.message['content']).toContain('Before.')
    expect(choice?.message['content']).toContain('After.')
    expect(done.notices.length).toBeGreaterThan(0)
  })

  test('pitfall 39: three answer formats stay three', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
    const formatted = (format: JsonObject): ReturnType<typeof crossRequest> =>
      crossRequest('chat', 'messages', chat({ response_format: format }))
    expect(formatted({ type: 'json_schema', json_schema: { name: 'x', strict: true, schema } }).body['output_config']).toMatchObject({
      format: { type: 'json_schema', schema },
    })
    expect(formatted({ type: 'text' })).toMatchObject({ notices: [] })
    const free = formatted({ type: 'json_object' })
    expect(free.body['output_config']).toBeUndefined()
    expect(free.reported.some((line) => line.includes('/response_format'))).toBe(true)
    expect(free.body['tools']).toBeUndefined()
  })
})

describe('ends and usage', () => {
  test('pitfall 40: calls make a stop a tool stop, in a document and in a stream', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
    expect(
      crossAnswer(
        'chat',
        'messages',
        completion({ message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'stop' }),
      ).body['stop_reason'],
    ).toBe('tool_use')
    const text = crossStream(
      'chat',
      'messages',
      chatText([{ role: 'assistant', tool_calls: [{ index: 0, ...call }] }, { content: '' }, 'stop']),
    )
    expect(accumulateMessagesStream(text)).toMatchObject({ stop_reason: 'tool_use' })
  })

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'content_filter'],
    ['compaction', 'length'],
    ['a_new_reason', 'length'],
  ])('pitfall 41: %s reaches a chat client as %s', (reason, finish) => {
    expect(finishOf(crossAnswer('messages', 'chat', answer({ stop_reason: reason })).body)).toBe(finish)
  })

  test.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['a_new_reason', 'max_tokens'],
  ])('pitfall 41: %s reaches a messages client as %s', (finish, reason) => {
    expect(crossAnswer('chat', 'messages', completion({ finish_reason: finish })).body['stop_reason']).toBe(reason)
  })

  test('pitfall 42: what an answer costs is the same in both formats', () => {
    const price = { fresh: 3, read: 0.3, write: 3.75, out: 15 }
    const count = fc.nat({ max: 1_000_000 })
    fc.assert(
      fc.property(count, count, count, count, (fresh, read, write, out) => {
        const usage = { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: write, output_tokens: out }
        const { usage: told } = crossAnswer('messages', 'chat', answer({ usage })).body as { readonly usage: JsonObject }
        const details = told['prompt_tokens_details'] as JsonObject | undefined
        const cached = Number(details?.['cached_tokens'] ?? 0)
        const written = Number(details?.['cache_write_tokens'] ?? 0)
        const chatCost =
          (Number(told['prompt_tokens']) - cached - written) * price.fresh +
          cached * price.read +
          written * price.write +
          Number(told['completion_tokens']) * price.out
        const cost = fresh * price.fresh + read * price.read + write * price.write + out * price.out
        expect(chatCost).toBeCloseTo(cost, 3)
        expect(told['total_tokens']).toBe((inputFromBuckets({ fresh, cacheRead: read, cacheWrite: write }).total ?? 0) + out)
        const back = crossAnswer('chat', 'messages', completion({}, { usage: told })).body['usage'] as JsonObject
        expect([
          back['input_tokens'],
          back['cache_read_input_tokens'] ?? 0,
          back['cache_creation_input_tokens'] ?? 0,
          back['output_tokens'],
        ]).toEqual([fresh, read, write, out])
      }),
    )
  })

  test('pitfall 42: cumulative usage is set, never added', () => {
    const events = [
      {
        type: 'message_start',
        message: {
          ...answer({ content: [], stop_reason: null }),
          usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 },
        },
      },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { input_tokens: 10, output_tokens: 9 } },
      { type: 'message_stop' },
    ]
    expect(accumulateChatStream(crossStream('messages', 'chat', messagesText(events)))).toMatchObject({
      usage: { prompt_tokens: 15, completion_tokens: 9, total_tokens: 24 },
    })
  })

  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  test.each([
    ['in a chunk after the finish', [{ role: 'assistant', content: 'Hi.' }, 'stop', { usage }]],
    ['before the content', [{ usage }, { role: 'assistant', content: 'Hi.' }, 'stop']],
    ['on an answer that was cut short', [{ role: 'assistant', content: 'Hi.' }, 'length', { usage }]],
  ] as const)('pitfall 43: usage is told once, at the end, when it came %s', (_, steps) => {
    const text = crossStream('chat', 'messages', chatText(steps))
    expect(checkMessagesStream(text)).toEqual([])
    expect(accumulateMessagesStream(text)).toMatchObject({ usage: { input_tokens: 10, output_tokens: 5 } })
    expect(text.match(/event: message_delta/g)).toHaveLength(1)
  })

  test('pitfall 22: what leaves for chat is legal there', () => {
    expect(
      checkChatRequest(
        crossRequest('messages', 'chat', messages({ stop_sequences: ['a', 'b', 'c', 'd', 'e'], metadata: { user_id: 'u'.repeat(100) } }))
          .body,
      ),
    ).toEqual([])
  })
})
