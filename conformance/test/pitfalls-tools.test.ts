import type { JsonObject } from '@interlingua/core'
import { accumulateMessagesStream, checkChatRequest, checkMessagesRequest, checkMessagesStream } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatText, crossAnswer, crossRequest, crossStream, messagesText } from '../src/cross.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const tool = (name: string): JsonObject => ({ type: 'function', function: { name, parameters: schema } })
const call = (id: string, args = '{}', name = 'f'): JsonObject => ({ id, type: 'function', function: { name, arguments: args } })
const chat = (messages: readonly JsonObject[], rest: JsonObject = {}): JsonObject => ({
  model: 'demo',
  max_completion_tokens: 100,
  tools: [tool('f'), tool('g')],
  messages: [{ role: 'user', content: 'Hello' }, ...messages],
  ...rest,
})
const use = (id: string, input: JsonObject = {}): JsonObject => ({ type: 'tool_use', id, name: 'f', input })
const result = (id: string, content: JsonObject['content'] = 'Done.'): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content ?? '',
})
const messages = (turns: readonly JsonObject[], rest: JsonObject = {}): JsonObject => ({
  model: 'demo',
  max_tokens: 100,
  tools: [{ name: 'f', input_schema: schema }],
  messages: [{ role: 'user', content: 'Hello' }, ...turns],
  ...rest,
})
const fragment = (value: JsonObject): JsonObject => ({ tool_calls: [value] })
const blocksOf = (text: string): readonly JsonObject[] =>
  (accumulateMessagesStream(text) as { readonly content: readonly JsonObject[] }).content
const at = (body: JsonObject, position: number): JsonObject => (body['messages'] as readonly JsonObject[])[position] ?? {}

describe('streamed calls', () => {
  test('pitfall 12: arguments survive text and other calls in between, and no two blocks are open at once', () => {
    const text = crossStream(
      'chat',
      'messages',
      chatText([
        { role: 'assistant', content: 'I ' },
        fragment({ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a"' } }),
        { content: 'look.' },
        fragment({ index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '{"b":' } }),
        fragment({ index: 0, function: { arguments: ':1}' } }),
        fragment({ index: 1, function: { arguments: '2}' } }),
        'tool_calls',
      ]),
    )
    expect(checkMessagesStream(text)).toEqual([])
    expect(
      blocksOf(text)
        .filter(({ type }) => type === 'tool_use')
        .map(({ input }) => input),
    ).toEqual([{ a: 1 }, { b: 2 }])
    expect(
      blocksOf(text)
        .flatMap(({ text: said }) => said ?? [])
        .join(''),
    ).toBe('I look.')
  })

  const one = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
  const two = { id: 'call_2', type: 'function', function: { name: 'g', arguments: '{"b":2}' } }
  test.each([
    ['non-zero', [fragment({ index: 3, ...one })], 1],
    ['non-contiguous', [fragment({ index: 0, ...one }), fragment({ index: 7, ...two })], 2],
    ['reused', [fragment({ index: 0, ...one }), fragment({ index: 0, ...two })], 2],
    ['missing', [fragment(one), fragment(two)], 2],
    [
      'missing in later fragments',
      [fragment({ ...one, function: { name: 'f', arguments: '{"a"' } }), fragment({ function: { arguments: ':1}' } }), fragment(two)],
      2,
    ],
  ] as const)('pitfall 13: parallel calls stay apart when their indexes are %s', (_, steps, count) => {
    const text = crossStream('chat', 'messages', chatText([{ role: 'assistant', content: null }, ...steps, 'tool_calls']))
    expect(blocksOf(text)).toMatchObject(
      [
        { id: 'call_1', name: 'f', input: { a: 1 } },
        { id: 'call_2', name: 'g', input: { b: 2 } },
      ].slice(0, count),
    )
    expect(blocksOf(text).length).toBe(count)
  })

  test('pitfall 15: a call whose arguments parse already is not complete before its end', () => {
    const text = crossStream(
      'chat',
      'messages',
      chatText(
        [
          { role: 'assistant', content: null },
          fragment({ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }),
        ],
        '',
      ),
    )
    expect(text).toContain('event: error')
    expect(text).not.toContain('message_stop')
    const spread = crossStream(
      'chat',
      'messages',
      chatText([
        { role: 'assistant', content: null },
        fragment({ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '1' } }),
        fragment({ index: 0, function: { arguments: '2' } }),
        'tool_calls',
      ]),
    )
    expect(blocksOf(spread)).toHaveLength(1)
    expect(JSON.stringify(blocksOf(spread)[0]?.['input'])).toContain('12')
  })

  test('pitfall 16: a call without an id gets one that depends on its place alone', () => {
    const completion = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'demo',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { type: 'function', function: { name: 'f', arguments: '{}' } },
              { type: 'function', function: { name: 'f', arguments: '{}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }
    const [first, again] = [
      crossAnswer('chat', 'messages', completion).body['content'],
      crossAnswer('chat', 'messages', completion).body['content'],
    ] as readonly (readonly JsonObject[])[]
    expect(first).toEqual(again)
    const ids = first?.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids ?? []) expect(id).toMatch(/^[A-Za-z0-9_-]+$/)
  })
})

describe('calls and results in a request', () => {
  test('pitfall 17: results pair by id, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 4 }), (order) => {
        const body = chat([
          { role: 'assistant', content: null, tool_calls: ['a', 'b', 'c', 'd'].map((id) => call(`call_${id}`)) },
          ...order.map((id) => ({ role: 'tool', tool_call_id: `call_${id}`, content: `result ${id}` })),
        ])
        const results = at(crossRequest('chat', 'messages', body).body, 2)['content'] as readonly JsonObject[]
        expect(checkMessagesRequest(crossRequest('chat', 'messages', body).body)).toEqual([])
        for (const each of results) expect(JSON.stringify(each['content'])).toContain(`result ${String(each['tool_use_id']).slice(-1)}`)
      }),
      { numRuns: 24 },
    )
  })

  test('pitfall 19: results stand first in the user turn, all in one, and what moved is reported', () => {
    const split = crossRequest(
      'chat',
      'messages',
      chat([
        { role: 'assistant', content: 'I look.', tool_calls: [call('call_1'), call('call_2')] },
        { role: 'tool', tool_call_id: 'call_1', content: 'A' },
        { role: 'tool', tool_call_id: 'call_2', content: 'B' },
        { role: 'user', content: 'And?' },
      ]),
    )
    expect(checkMessagesRequest(split.body)).toEqual([])
    const late = crossRequest(
      'messages',
      'chat',
      messages([
        { role: 'assistant', content: [use('toolu_1')] },
        { role: 'user', content: [{ type: 'text', text: 'Before.' }, result('toolu_1')] },
      ]),
    )
    expect(checkChatRequest(late.body)).toEqual([])
  })

  test('pitfall 20: the last of two results for one call wins, and that is reported', () => {
    const done = crossRequest(
      'chat',
      'messages',
      chat([
        { role: 'assistant', content: null, tool_calls: [call('call_1')] },
        { role: 'tool', tool_call_id: 'call_1', content: 'old' },
        { role: 'tool', tool_call_id: 'call_1', content: 'new' },
      ]),
    )
    expect(checkMessagesRequest(done.body)).toEqual([])
    expect(JSON.stringify(done.body)).toContain('new')
    expect(JSON.stringify(done.body)).not.toContain('old')
    expect(done.notices.length).toBeGreaterThan(0)
  })

  test('pitfall 26: media in a tool result reach the model elsewhere, and that is reported', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
    const done = crossRequest(
      'messages',
      'chat',
      messages([
        { role: 'assistant', content: [use('toolu_1')] },
        { role: 'user', content: [result('toolu_1', [{ type: 'text', text: 'See.' }, image])] },
      ]),
    )
    expect(checkChatRequest(done.body)).toEqual([])
    expect(JSON.stringify(done.body)).toContain('data:image/png;base64,iVBORw0KGgo=')
    expect(at(done.body, 2)).toMatchObject({ role: 'tool', tool_call_id: 'toolu_1' })
    expect(done.reported.some((line) => line.includes('/messages/2/content/0'))).toBe(true)
  })

  test.each([['[1,2]'], ['"text"'], ['12'], ['null'], ['']])('pitfall 27: arguments that are no object are kept: %s', (args) => {
    const done = crossRequest(
      'chat',
      'messages',
      chat([
        { role: 'assistant', content: null, tool_calls: [call('call_1', args)] },
        { role: 'tool', tool_call_id: 'call_1', content: 'x' },
      ]),
    )
    const [block] = at(done.body, 1)['content'] as readonly JsonObject[]
    expect(block?.['input']).toEqual(args === '' ? {} : { _value: JSON.parse(args) as unknown })
    expect(done.notices.length > 0).toBe(args !== '')
  })

  test('pitfall 28: a result without a call, or a call without a result, never leaves as it came', () => {
    const orphans = [
      chat([{ role: 'tool', tool_call_id: 'call_9', content: 'Late.' }]),
      chat([
        { role: 'assistant', content: null, tool_calls: [call('call_1')] },
        { role: 'user', content: 'Never mind.' },
      ]),
    ]
    for (const body of orphans) {
      const done = crossRequest('chat', 'messages', body)
      expect(checkMessagesRequest(done.body)).toEqual([])
      expect(done.notices.length).toBeGreaterThan(0)
    }
    const back = crossRequest(
      'messages',
      'chat',
      messages([
        { role: 'assistant', content: [use('toolu_1')] },
        { role: 'user', content: 'Never mind.' },
        { role: 'assistant', content: 'Fine.' },
        { role: 'user', content: [result('toolu_9')] },
      ]),
    )
    expect(checkChatRequest(back.body)).toEqual([])
    expect(back.notices.length).toBeGreaterThan(0)
  })
})

describe('tools and choice', () => {
  test('pitfall 22: an allowed subset filters the tools and never widens the choice', () => {
    const done = crossRequest(
      'chat',
      'messages',
      chat([], {
        tools: [tool('f'), tool('g'), tool('h')],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'required', tools: ['f', 'g'].map((name) => ({ type: 'function', function: { name } })) },
        },
      }),
    )
    const names = (done.body['tools'] as readonly JsonObject[]).map(({ name }) => name)
    expect(names).toEqual(['f', 'g'])
    expect(done.body['tool_choice']).toEqual({ type: 'any' })
    expect(done.reported.some((line) => line.includes('/tool_choice'))).toBe(true)
  })

  test('pitfall 22: strict, parallel_tool_calls and const in a schema are not lost in silence', () => {
    const strict = crossRequest(
      'chat',
      'messages',
      chat([], {
        parallel_tool_calls: false,
        tools: [
          {
            type: 'function',
            function: {
              name: 'f',
              strict: true,
              parameters: { type: 'object', properties: { kind: { const: 'x' } }, required: ['kind'], additionalProperties: false },
            },
          },
        ],
      }),
    )
    expect(strict.body['tool_choice']).toEqual({ type: 'auto', disable_parallel_tool_use: true })
    expect(strict.body['tools']).toMatchObject([{ strict: true, input_schema: { properties: { kind: {} } } }])
    expect(JSON.stringify(strict.body)).toContain('"x"')
  })

  test('pitfall 23: every choice keeps its meaning, and an unknown one is reported', () => {
    const chosen = (choice: JsonObject['choice']): unknown =>
      crossRequest('chat', 'messages', chat([], { tool_choice: choice ?? null })).body['tool_choice']
    expect(chosen({ type: 'function', function: { name: 'f' } })).toEqual({ type: 'tool', name: 'f' })
    expect(chosen('required')).toEqual({ type: 'any' })
    expect(chosen('none')).toEqual({ type: 'none' })
    const unknown = crossRequest('chat', 'messages', chat([], { tool_choice: { type: 'oracle' } }))
    expect(unknown.body['tool_choice']).toBeUndefined()
    expect(unknown.reported.some((line) => line.includes('/tool_choice'))).toBe(true)
  })

  test('pitfall 25: an illegal tool name is renamed everywhere, and the answer speaks the caller\u2019s name again', () => {
    const long = 'n'.repeat(100)
    const body = messages(
      [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: long, input: {} }] },
        { role: 'user', content: [result('toolu_1')] },
      ],
      { tools: [{ name: long, input_schema: schema }], tool_choice: { type: 'tool', name: long } },
    )
    const done = crossRequest('messages', 'chat', body)
    expect(checkChatRequest(done.body)).toEqual([])
    expect(JSON.stringify(done.body)).not.toContain(long)
    expect(done.reported.some((line) => line.includes('/tools/0'))).toBe(true)
  })

  test('pitfall 29: a free-text tool is wrapped where it must be, declared, called and answered alike', () => {
    const body = chat(
      [
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'shell', input: 'ls "a"' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'a' },
      ],
      { tools: [{ type: 'custom', custom: { name: 'shell' } }] },
    )
    const done = crossRequest('chat', 'messages', body)
    expect(done.body['tools']).toMatchObject([
      { name: 'shell', input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] } },
    ])
    expect((at(done.body, 1)['content'] as readonly JsonObject[])[0]).toMatchObject({
      type: 'tool_use',
      name: 'shell',
      input: { input: 'ls "a"' },
    })
  })
})

describe('open blocks', () => {
  test('pitfall 12: a source that interleaves nothing needs no buffer: deltas pass as they come', () => {
    const start = messagesText([
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'demo',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Now.' } },
    ])
    expect(crossStream('messages', 'chat', start)).toContain('"content":"Now."')
  })
})
