import { foldEvents } from '@interlingua/core'
import type { GenerateResponse, Part, Reversals, StreamEvent } from '@interlingua/core'
import { checkStreamGrammar, createTestContext, readStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { responses } from '../src/index.ts'
import { answer, frames, message, started, text, usage } from './answer-samples.ts'

const { context } = createTestContext()

type Event = { readonly type: string; readonly [key: string]: unknown }

const sse = (events: readonly Event[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

function read(stream: string): readonly StreamEvent[] {
  const events = readStream(responses, [stream], context)
  expect(checkStreamGrammar(events)).toEqual([])
  return events
}

const fold = (stream: string): GenerateResponse => foldEvents(read(stream))
const plain = (parts: readonly Part[] | undefined): readonly unknown[] =>
  (parts ?? []).map(({ at: _, fields: __, extensions: ___, itemId: ____, ...part }: Part & { readonly fields?: unknown }) => part)
const partsOf = (stream: string): readonly unknown[] => plain(fold(stream).candidates[0]?.parts)

const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'look', arguments: '{"a":1}' }
const look = { type: 'tool-call', callId: 'call_1', name: 'look', kind: 'function', arguments: '{"a":1}' }
const done = (response: unknown): Event => ({ type: 'response.completed', response })
const doneItem = (item: unknown, index?: number): Event => ({
  type: 'response.output_item.done',
  ...(index !== undefined && { output_index: index }),
  item,
})

describe('servers that leave out much', () => {
  test('a stream of done items and an end, as coding clients take it, is an answer', () => {
    const stream = sse([doneItem(message('msg_1', [text('Hi')])), doneItem(call), done({ id: 'resp_1', usage })])
    expect(partsOf(stream)).toEqual([{ type: 'text', text: 'Hi' }, look])
    expect(fold(stream)).toMatchObject({ status: 'completed', candidates: [{ finish: { unified: 'tool-calls' } }] })
    expect(fold(stream).usage?.input.total).toBe(120)
  })

  test('without places and numbers, items are found by their ids', () => {
    const stream = sse([
      { type: 'response.created', response: { id: 'resp_1', model: 'm', output: [] } },
      { type: 'response.output_item.added', item: { ...call, arguments: '' } },
      { type: 'response.output_item.added', item: { ...call, id: 'fc_2', call_id: 'call_2', arguments: '' } },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"a":' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_2', delta: '{}' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '1}' },
      doneItem(call),
      doneItem({ ...call, id: 'fc_2', call_id: 'call_2', arguments: '{}' }),
      done({ id: 'resp_1', status: 'completed', output: [] }),
    ])
    expect(partsOf(stream)).toEqual([look, { ...look, callId: 'call_2', arguments: '{}' }])
  })

  test('text for a message that was never announced is not lost', () => {
    const stream = sse([
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'Hi' },
      done({ id: 'resp_1', status: 'completed' }),
    ])
    expect(partsOf(stream)).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test('parts that are never done end with the answer', () => {
    const stream = sse([
      { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] } },
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hi' },
      done({ id: 'resp_1', status: 'completed' }),
    ])
    expect(partsOf(stream)).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test.each([
    [
      'only in their done event',
      [{ type: 'response.function_call_arguments.done', output_index: 0, item_id: 'fc_1', arguments: '{"a":1}' }],
      '',
    ],
    ['only in the done item', [], ''],
    ['already when the call is added', [], '{"a":1}'],
    ['in part as deltas', [{ type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'fc_1', delta: '{"a' }], ''],
  ])('pitfall 14: arguments that come %s count, once', (_, events: readonly Event[], first) => {
    const stream = sse([
      ...started(),
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: first } },
      ...events,
      doneItem(call, 0),
      done(answer([call])),
    ])
    expect(partsOf(stream)).toEqual([look])
  })

  test('an item that only the last snapshot has is given', () => {
    expect(partsOf(sse([...started(), done(answer([message('msg_1', [text('Hi')]), call]))]))).toEqual([{ type: 'text', text: 'Hi' }, look])
  })

  test('items by other ids in every event are found by their place', () => {
    const stream = sse([
      ...started(),
      { type: 'response.output_item.added', output_index: 0, item: { ...call, id: 'a', arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'b', delta: '{"a":1}' },
      doneItem({ ...call, id: 'c' }, 0),
      done(answer([{ ...call, id: 'd' }])),
    ])
    expect(partsOf(stream)).toEqual([look])
  })

  test('comments, keepalives and [DONE] are no part of the answer', () => {
    const stream = `: hello\n\n${sse([...started(), { type: 'keepalive', sequence_number: 5 }, done(answer([call]))])}data: [DONE]\n\n`
    expect(read(stream).filter(({ type }) => type === 'keep-alive')).toHaveLength(2)
    expect(partsOf(stream)).toEqual([look])
  })

  test('an event that nobody knows is carried to its own format', () => {
    const odd = { type: 'response.mood.changed', mood: 'good' }
    const events = read(sse([...started(), odd, done(answer([]))]))
    expect(events.find(({ type }) => type === 'opaque')).toEqual({ type: 'opaque', format: 'responses', wire: odd })
  })

  test('what a delta says beside its text is carried, and padding is not', () => {
    const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Hi' }
    const events = read(
      sse([
        ...started(),
        { ...delta, obfuscation: 'xyz' },
        { ...delta, agent: { name: 'a' } },
        done(answer([message('msg_1', [text('HiHi')])])),
      ]),
    )
    expect(events.filter(({ type }) => type === 'opaque')).toEqual([
      {
        type: 'opaque',
        format: 'responses',
        wire: { ...delta, delta: '', agent: { name: 'a' } },
        keys: ['/output/0/content/0/agent'],
      },
    ])
  })
})

describe('the end', () => {
  const half = [
    ...started(),
    { type: 'response.output_item.added', output_index: 0, item: message('msg_1', []) },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Half' },
  ]

  test('pitfall 46: a stream without its terminal event is a failure, [DONE] or not', () => {
    for (const end of ['', 'data: [DONE]\n\n']) {
      const response = fold(sse(half) + end)
      expect(response).toMatchObject({ status: 'failed', failure: { code: 'truncated-stream', retryable: true } })
    }
  })

  test('pitfall 43: usage of an answer that was cut short, or failed, is told', () => {
    for (const [type, status] of [
      ['response.incomplete', 'incomplete'],
      ['response.failed', 'failed'],
    ] as const) {
      const response = fold(sse([...half, { type, response: answer([], { status, error: { code: 'server_error', message: 'no' } }) }]))
      expect(response).toMatchObject({ status, usage: { input: { total: 120 }, output: { total: 60 } } })
    }
  })

  test.each<readonly [string, Event, object]>([
    ['flat', { type: 'error', code: 'rate_limit_exceeded', message: 'slow', param: null }, { code: 'rate-limit', message: 'slow' }],
    [
      'nested',
      { type: 'error', error: { type: 'server_error', code: 'server_is_overloaded', message: 'busy' } },
      { code: 'overloaded', message: 'busy' },
    ],
    [
      'union',
      { type: 'error', code: 'context_length_exceeded', message: 'long', error: { code: 'context_length_exceeded', message: 'long' } },
      { code: 'context-length', message: 'long' },
    ],
    ['flat and wordless', { type: 'error', code: null, message: 'odd', param: null }, { code: 'server', message: 'odd' }],
    [
      'response.failed',
      { type: 'response.failed', response: { status: 'failed', error: { code: 'bio_policy', message: 'no' } } },
      { code: 'policy', message: 'no' },
    ],
    ['response.failed without a word', { type: 'response.failed', response: {} }, { code: 'server' }],
  ])('a failure in the %s form is one', (_, event, failure) => {
    const events = read(sse([...half, event]))
    expect(foldEvents(events)).toMatchObject({ status: 'failed', failure })
    expect(events.filter(({ type }) => type === 'failure')).toHaveLength(1)
  })

  test('an error by the name of its event, and an error document, are failures', () => {
    const bare = `event: error\ndata: {"message":"no","code":"rate_limit_exceeded"}\n\n`
    expect(fold(sse(half) + bare).failure).toMatchObject({ code: 'rate-limit', message: 'no' })
    const document = `data: {"error":{"message":"no","type":"server_error","code":null}}\n\n`
    expect(fold(sse(half) + document).failure).toMatchObject({ code: 'server', message: 'no' })
  })

  test('nothing after the end is read', () => {
    const events = read(frames([...started(), done(answer([call]))]) + frames([...started(), done(answer([call, call]))]))
    expect(events.filter(({ type }) => type === 'response-end')).toHaveLength(1)
    expect(foldEvents(events).candidates[0]?.parts).toHaveLength(1)
  })

  test('the answer ends with why, then usage, then the end', () => {
    const types = read(frames([...started(), doneItem(call, 0), done(answer([call]))])).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['candidate-end', 'usage', 'response-end'])
  })
})

test('pitfall 8: what is sealed comes with the item, once, however many parts it has', () => {
  const summary = [
    { type: 'summary_text', text: 'One' },
    { type: 'summary_text', text: 'Two' },
  ]
  const item = { id: 'rs_1', type: 'reasoning', summary, encrypted_content: 'final' }
  const events = read(
    sse([
      ...started(),
      { type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [], encrypted_content: 'early' } },
      ...summary.flatMap((part, summary_index): Event[] => [
        { type: 'response.reasoning_summary_part.added', output_index: 0, item_id: 'rs_1', summary_index, part: { ...part, text: '' } },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: 'rs_1', summary_index, delta: part.text },
        { type: 'response.reasoning_summary_part.done', output_index: 0, item_id: 'rs_1', summary_index, part },
      ]),
      doneItem(item, 0),
      done(answer([{ ...item, encrypted_content: 'again' }])),
    ]),
  )
  const seals = events.flatMap((event) => (event.type === 'part-delta' && event.delta.type === 'seal' ? [event.delta.seal.data] : []))
  expect(seals).toEqual(['final'])
  expect(plain(foldEvents(events).candidates[0]?.parts)).toMatchObject([
    {
      segments: [
        { type: 'summary', text: 'One' },
        { type: 'summary', text: 'Two' },
      ],
    },
  ])
})

test('pitfall 29: names, kinds and namespaces that were changed for the upstream come back', () => {
  const reversals: Reversals = {
    toolNames: new Map([
      ['mail__send', { name: 'send', namespace: 'mail', kind: 'function' }],
      ['functions__exec', { name: 'exec', namespace: 'functions', kind: 'custom' }],
    ]),
    callIds: new Map([['call_x', 'toolu.1']]),
    wrappedTools: new Set(['functions__exec']),
  }
  const items = [
    { ...call, call_id: 'call_x', name: 'mail__send' },
    { ...call, id: 'fc_2', call_id: 'call_2', name: 'functions__exec', arguments: '{"input":"ls -l"}' },
  ]
  const stream = sse([
    ...started(),
    ...items.flatMap((item, output_index): Event[] => [
      { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index, item_id: item.id, delta: item.arguments.slice(0, 4) },
      { type: 'response.function_call_arguments.delta', output_index, item_id: item.id, delta: item.arguments.slice(4) },
      { type: 'response.function_call_arguments.done', output_index, item_id: item.id, arguments: item.arguments },
      doneItem(item, output_index),
    ]),
    done(answer(items)),
  ])
  const parser = responses.createStreamParser(context)
  const decoder = responses.createStreamDecoder(context, { reversals })
  const events = [...[...parser.push(stream), ...parser.end()].flatMap((frame) => decoder.push(frame)), ...decoder.end()]
  const expected = [
    { ...look, callId: 'toolu.1', name: 'send', namespace: 'mail' },
    { ...look, callId: 'call_2', name: 'exec', namespace: 'functions', kind: 'custom', arguments: 'ls -l' },
  ]
  expect(plain(foldEvents(events).candidates[0]?.parts)).toEqual(expected)
  const reply = { status: 200, headers: {}, body: answer(items) }
  const document = responses.decodeResponse(responses.parseResponse(reply, context), context, { reversals })
  expect(plain(document.candidates[0]?.parts)).toEqual(expected)
})
