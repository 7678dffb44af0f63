import { foldEvents } from '@interlingua/core'
import type { GenerateResponse, Reversals, ToolCallPart } from '@interlingua/core'
import { checkStreamGrammar, createTestContext, readStream } from '@interlingua/testkit'
import { chain } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const { context } = createTestContext()

function sse(chunks: readonly object[], end = 'data: [DONE]\n\n'): string {
  return chunks.map((chunk) => `data: ${JSON.stringify({ id: 'c1', model: 'm', created: 1, ...chunk })}\n\n`).join('') + end
}

function say(delta: object, finish: string | null = null, index = 0): object {
  return { choices: [{ index, delta, finish_reason: finish }] }
}

function fold(text: string): GenerateResponse {
  const events = readStream(chat, [text], context)
  expect(checkStreamGrammar(events)).toEqual([])
  return foldEvents(events)
}

function calls(response: GenerateResponse): readonly Pick<ToolCallPart, 'callId' | 'name' | 'arguments'>[] {
  return response.candidates
    .flatMap(({ parts }) => parts)
    .filter((part) => part.type === 'tool-call')
    .map(({ callId, name, arguments: text }) => ({ callId, name, arguments: text }))
}

const call = (index: number | undefined, id: string | undefined, name: string | undefined, text: string | object): object => ({
  tool_calls: [
    {
      ...(index !== undefined && { index }),
      ...(id !== undefined && { id, type: 'function' }),
      function: { ...(name !== undefined && { name }), arguments: text },
    },
  ],
})
const two = [
  { callId: 'a', name: 'f', arguments: '{"x":1}' },
  { callId: 'b', name: 'g', arguments: '{"y":2}' },
]

describe('pitfall 13: fragments of parallel calls find their call', () => {
  test.each<[string, readonly object[]]>([
    [
      'interleaved by index',
      [call(0, 'a', 'f', ''), call(1, 'b', 'g', ''), call(0, undefined, undefined, '{"x":1}'), call(1, undefined, undefined, '{"y":2}')],
    ],
    [
      'indexes that do not begin at 0 and have gaps',
      [call(3, 'a', 'f', '{"x":'), call(3, undefined, undefined, '1}'), call(7, 'b', 'g', '{"y":2}')],
    ],
    [
      'an index used again for the next call',
      [call(0, 'a', 'f', '{"x":'), call(0, undefined, undefined, '1}'), call(0, 'b', 'g', '{"y":'), call(0, undefined, undefined, '2}')],
    ],
    [
      'no index at all',
      [call(undefined, 'a', 'f', '{"x":'), call(undefined, undefined, undefined, '1}'), call(undefined, 'b', 'g', '{"y":2}')],
    ],
    [
      'id and name in every fragment',
      [call(0, 'a', 'f', '{"x":'), call(0, 'a', 'f', '1}'), call(1, 'b', 'g', '{"y":'), call(1, 'b', 'g', '2}')],
    ],
    ['arguments as an object', [call(0, 'a', 'f', { x: 1 }), call(1, 'b', 'g', { y: 2 })]],
    ['the name after the id', [call(0, 'a', undefined, ''), call(0, undefined, 'f', '{"x":1}'), call(1, 'b', 'g', '{"y":2}')]],
  ])('%s', (_, deltas) => {
    expect(calls(fold(sse([...deltas.map((delta) => say(delta)), say({}, 'tool_calls')])))).toEqual(two)
  })
})

test('pitfall 13: two calls that share an id stay two, as in the document', () => {
  const deltas = [call(0, 'a', 'f', '{"x":'), call(0, undefined, undefined, '1}'), call(1, 'a', 'g', '{"y":2}')]
  expect(calls(fold(sse([...deltas.map((delta) => say(delta)), say({}, 'tool_calls')])))).toEqual([
    { callId: 'a', name: 'f', arguments: '{"x":1}' },
    { callId: 'a', name: 'g', arguments: '{"y":2}' },
  ])
})

test('pitfall 15: arguments that happen to parse are not the end of a call', () => {
  const response = fold(sse([say(call(0, 'a', 'f', '{}')), say(call(0, undefined, undefined, ' ')), say({}, 'tool_calls')]))
  expect(calls(response)).toEqual([{ callId: 'a', name: 'f', arguments: '{} ' }])
})

test('pitfall 16: a missing call id is derived, the same in the stream and in the document', () => {
  const [streamed] = calls(fold(sse([say(call(0, undefined, 'f', '{}')), say({}, 'tool_calls')])))
  const body = {
    id: 'c1',
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] }, finish_reason: 'tool_calls' },
    ],
  }
  const [written] = calls(chat.decodeResponse({ status: 200, headers: {}, body }, context))
  expect(streamed?.callId).toMatch(/^call_/)
  expect(streamed).toEqual(written)
})

test('pitfall 40: a stop beside tool calls is tool-calls, and raw keeps the word', () => {
  const response = fold(sse([say(call(0, 'a', 'f', '{}')), say({ content: '' }), say({}, 'stop')]))
  expect(response.candidates[0]?.finish).toMatchObject({ unified: 'tool-calls', raw: { format: 'chat', value: 'stop' } })
})

test('pitfall 41: an unknown finish reason is other, never a success', () => {
  expect(fold(sse([say({ content: 'x' }), say({}, 'galaxy_full')])).candidates[0]?.finish).toMatchObject({
    unified: 'other',
    raw: { value: 'galaxy_full' },
  })
})

describe('pitfall 43: usage is read wherever it comes', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  test.each<[string, readonly object[]]>([
    ['in a chunk of its own after the finish', [say({ content: 'x' }), say({}, 'stop'), { choices: [], usage }]],
    ['on the finish chunk', [say({ content: 'x' }), { ...say({}, 'stop'), usage }]],
    ['before the finish', [{ ...say({ content: 'x' }), usage }, say({}, 'stop')]],
    [
      'in every chunk, growing',
      [
        { ...say({ content: 'x' }), usage: { ...usage, completion_tokens: 1 } },
        { ...say({}, 'stop'), usage },
      ],
    ],
    ['in a chunk without choices', [say({ content: 'x' }), say({}, 'stop'), { usage }]],
    ['in a first chunk without an id', [{ id: '', choices: [], usage }, say({ content: 'x' }), say({}, 'stop')]],
    ["in Groq's box", [say({ content: 'x' }), { ...say({}, 'stop'), x_groq: { usage } }]],
  ])('%s', (_, chunks) => {
    expect(fold(sse(chunks)).usage).toMatchObject({ input: { total: 3, fresh: 3 }, output: { total: 2 } })
  })
})

describe('pitfall 46: a stream ends in exactly one way', () => {
  test.each<[string, string]>([
    ['an error chunk', sse([say({ content: 'x' }), { error: { message: 'boom', type: 'server_error', code: null } }])],
    ['an error chunk with a numeric code', sse([{ error: { message: 'boom', code: 500 } }])],
    ['an error named by its event', 'event: error\ndata: {"message":"boom","type":"server_error"}\n\n'],
    ['[DONE] without a finish reason', sse([say({ content: 'x' })])],
    ['the end of the text without a finish reason', sse([say({ content: 'x' })], '')],
    ['one of two choices unfinished', sse([say({ content: 'x' }, 'stop'), say({ content: 'y' }, null, 1)])],
    ['an event that is not JSON', `${sse([say({ content: 'x' })], '')}data: {oops\n\n`],
    ['nothing at all', ''],
  ])('%s is a failure', (_, text) => {
    expect(fold(text).status).toBe('failed')
  })

  test('no [DONE] after the finish reason is complete', () =>
    expect(fold(sse([say({ content: 'x' }), say({}, 'stop')], '')).status).toBe('completed'))

  test('chunks after [DONE] change nothing', () => {
    const response = fold(sse([say({ content: 'x' }), say({}, 'stop')]) + sse([say({ content: 'late' })]))
    expect(response.candidates[0]?.parts).toMatchObject([{ text: 'x' }])
  })
})

describe('pitfall 11: every spelling of reasoning is read', () => {
  test.each<[string, readonly object[]]>([
    ['reasoning_content', [say({ reasoning_content: 'Let ' }), say({ reasoning_content: 'me' })]],
    ['reasoning', [say({ reasoning: 'Let me' })]],
    ['both strings, which copy each other', [say({ reasoning: 'Let me', reasoning_content: 'Let me' })]],
    [
      'reasoning_details beside their copy',
      [
        say({ reasoning: 'Let ', reasoning_details: [{ type: 'reasoning.text', text: 'Let ', index: 0 }] }),
        say({ reasoning: 'me', reasoning_details: [{ type: 'reasoning.text', text: 'me', index: 0 }] }),
      ],
    ],
    ["Mistral's thinking parts", [say({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me' }] }] })]],
  ])('%s', (_, deltas) => {
    const { parts } = fold(sse([...deltas, say({ content: 'ok' }), say({}, 'stop')])).candidates[0] ?? { parts: [] }
    expect(parts).toMatchObject([
      { type: 'reasoning', segments: [{ type: 'full', text: 'Let me' }] },
      { type: 'text', text: 'ok' },
    ])
  })
})

test('pitfall 45: comments are keep-alives', () => {
  expect(readStream(chat, [': OPENROUTER PROCESSING\n\n'], context).slice(0, 1)).toEqual([{ type: 'keep-alive' }])
})

test('chunks with null or absent choices, roles, models and ids are legal', () => {
  const text =
    'data: {"choices":null}\n\ndata: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: {"choices":[{"delta":null,"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
  expect(fold(text)).toMatchObject({
    id: '',
    model: '',
    status: 'completed',
    candidates: [{ index: 0, parts: [{ type: 'text', text: 'x' }] }],
  })
})

test('a call of a wrapped custom tool is unwrapped, under its own name', () => {
  const reversals: Reversals = {
    toolNames: new Map([['ns__note', { name: 'note', namespace: 'ns', kind: 'custom' }]]),
    callIds: new Map(),
    wrappedTools: new Set(['ns__note']),
  }
  const machine = chain(chat.createStreamParser(context), chat.createStreamDecoder(context, { reversals }))
  const events = [
    ...machine.push(sse([say(call(0, 'a', 'ns__note', '{"inp')), say(call(0, undefined, undefined, 'ut":"hi"}')), say({}, 'tool_calls')])),
    ...machine.end(),
  ]
  expect(foldEvents(events).candidates[0]?.parts).toMatchObject([{ name: 'note', namespace: 'ns', kind: 'custom', arguments: 'hi' }])
})

describe('thinking in a content list', () => {
  const think = (text: string, more: object = {}): object =>
    say({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }], ...more }] })

  test('what a later fragment says of it is kept, and the thinking ends where the text begins', () => {
    const text = sse([think('Hm'), think('.', { closed: true }), say({ content: 'Hi' }), say({ content: '!' }, 'stop')])
    const [first, second] = fold(text).candidates[0]?.parts ?? []
    expect(first).toMatchObject({ type: 'reasoning', segments: [{ text: 'Hm.' }], extensions: { chat: { rest: { closed: true } } } })
    expect(second).toMatchObject({ type: 'text', text: 'Hi!' })
  })

  test('written again it says so before the text', () => {
    const events = readStream(chat, [sse([think('Hm'), think('.', { closed: true }), say({ content: 'Hi' }, 'stop')])], context)
    const written = chain(chat.createStreamEncoder(context), chat.createStreamSerializer())
    const printed = events.flatMap((event) => written.push(event)).join('')
    expect(printed.indexOf('"closed":true')).toBeGreaterThan(-1)
    expect(printed.indexOf('"closed":true')).toBeLessThan(printed.indexOf('"Hi"'))
  })
})

test('pitfall 46: a document that does not say why it ended is not called complete, and keeps its null', () => {
  const body = {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: null }],
  }
  const response = chat.decodeResponse(chat.parseResponse({ status: 200, headers: {}, body }, context), context)
  expect(response.status).toBe('incomplete')
  expect(chat.encodeResponse(response, context).body).toEqual(body)
})

test.each([
  { completion_tokens: 3, total_tokens: 3 },
  { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
])('usage comes back as its own server counted it, whatever is kept for people: %j', (usage) => {
  const body = { id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices: [], usage }
  const { usage: read, ...response } = chat.decodeResponse(chat.parseResponse({ status: 200, headers: {}, body }, context), context)
  const { raw: _, ...counted } = read ?? { input: {}, output: {} }
  expect(chat.encodeResponse({ ...response, usage: counted }, context).body['usage']).toEqual(usage)
})

describe('a value that is no text, and that nothing can be made of, breaks nothing', () => {
  const odd = { toString: 1, valueOf: 1 }

  test('the name of an old call', () => {
    const message = { role: 'assistant', content: null, function_call: { name: odd, arguments: '{}' } }
    const body = { model: 'm', messages: [{ role: 'user', content: 'x' }, message] }
    const request = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
    expect(chat.encodeRequest(request, context).body).toEqual(body)
  })

  test('the index and the type of a piece of reasoning', () => {
    const text = sse([say({ reasoning_details: [{ type: odd, index: odd, text: 'Hm' }] }), say({ content: 'Hi' }, 'stop')])
    expect(fold(text).status).toBe('completed')
  })

  test('the status in an error', () => {
    const failed = sse([{ error: { message: 'no', code: odd, status_code: odd } }])
    expect(fold(failed).failure?.code).toBe('server')
    expect(fold(sse([{ error: { message: 'no', code: '429' } }])).failure?.code).toBe('rate-limit')
  })
})

test('arguments that come for a call which was whole, after another has begun, are a failure and no silent loss', () => {
  const late = [
    call(0, 'a', 'f', '{"x":1}'),
    call(1, 'b', 'g', ''),
    call(0, undefined, undefined, '{"z":3}'),
    call(1, undefined, undefined, '{}'),
  ]
  const response = fold(sse([...late.map((delta) => say(delta)), say({}, 'tool_calls')]))
  expect(response.status).toBe('failed')
  expect(response.failure?.code).toBe('malformed-upstream')
  const blank = [
    call(0, 'a', 'f', '{"x":1}'),
    call(1, 'b', 'g', ''),
    call(0, undefined, undefined, '\n'),
    call(1, undefined, undefined, '{"y":2}'),
  ]
  expect(calls(fold(sse([...blank.map((delta) => say(delta)), say({}, 'tool_calls')])))).toEqual(two)
})

describe('T4: an answer that ends in an error is none', () => {
  test.each([
    [undefined, 'server', /Server error/],
    [{ code: 429, message: 'Rate limit reached at the provider' }, 'rate-limit', /Rate limit/],
  ] as const)('with %o', (error, code, words) => {
    const choice = { index: 0, finish_reason: 'error', ...(error && { error }) }
    const streamed = fold(sse([say({ role: 'assistant', content: 'half' }), { choices: [{ ...choice, delta: { content: '' } }] }]))
    const body = { id: 'c', object: 'chat.completion', created: 1, model: 'm' }
    const reply = { status: 200, headers: {}, body: { ...body, choices: [{ ...choice, message: { role: 'assistant', content: 'half' } }] } }
    const whole = chat.decodeResponse(chat.parseResponse(reply, context), context)
    for (const answer of [streamed, whole])
      expect(answer).toMatchObject({ status: 'failed', failure: { code, message: expect.stringMatching(words) as unknown } })
  })
})
