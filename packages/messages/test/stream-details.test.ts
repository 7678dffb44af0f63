import type { Notice, Part, StreamEvent } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { messages } from '../src/index.ts'

type Wire = Record<string, unknown>

const frame = (event: Wire): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`
const start = {
  type: 'message_start',
  message: { id: 'a', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
}
const open = (index: number, block: Wire): Wire => ({ type: 'content_block_start', index, content_block: block })
const delta = (index: number, value: Wire): Wire => ({ type: 'content_block_delta', index, delta: value })
const close = (index: number): Wire => ({ type: 'content_block_stop', index })
const stop: readonly Wire[] = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

function read(events: readonly Wire[]): readonly StreamEvent[] {
  const { context } = createTestContext()
  const parser = messages.createStreamParser(context)
  const decoder = messages.createStreamDecoder(context)
  const frames = [...parser.push(events.map(frame).join('')), ...parser.end()]
  return [...frames.flatMap((one) => decoder.push(one)), ...decoder.end()]
}

function write(events: readonly StreamEvent[]): { readonly wires: readonly Wire[]; readonly notices: readonly Notice[] } {
  const { context, notices } = createTestContext()
  const encoder = messages.createStreamEncoder(context)
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
  return { wires: frames.flatMap((one) => (one.type === 'event' ? [one.wire] : [])), notices }
}

const again = (events: readonly Wire[]): readonly Wire[] => write(read(events)).wires

const head: StreamEvent = { type: 'response-start', id: 'a', model: 'm', usage: { input: {}, output: {} } }
const tail: readonly StreamEvent[] = [
  { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
  { type: 'response-end', status: 'completed' },
]

describe('what a delta says beside its text', () => {
  test('an estimate of thinking tokens comes through, and the thinking is said once', () => {
    const wires = again([
      start,
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm', estimated_tokens: 12 }),
      delta(0, { type: 'signature_delta', signature: 'c2ln' }),
      close(0),
      ...stop,
    ])
    const deltas = wires.filter(({ type }) => type === 'content_block_delta').map((wire) => wire['delta'] as Wire)
    expect(deltas.map((one) => one['thinking'] ?? '').join('')).toBe('Hm')
    expect(deltas.find((one) => 'estimated_tokens' in one)).toMatchObject({ type: 'thinking_delta', estimated_tokens: 12 })
    expect(deltas.at(-1)).toEqual({ type: 'signature_delta', signature: 'c2ln' })
  })

  test.each([
    ['text_delta', { type: 'text', text: '' }, 'text'],
    ['input_json_delta', { type: 'tool_use', id: 't', name: 'f', input: {} }, 'partial_json'],
    ['signature_delta', { type: 'thinking', thinking: '', signature: '' }, 'signature'],
  ])('an unknown key of a %s and of its event is written again', (type, block, key) => {
    const text = key === 'partial_json' ? '{}' : 'x'
    const wires = again([start, open(0, block), { ...delta(0, { type, [key]: text, novel: 1 }), fresh: 2 }, close(0), ...stop])
    const deltas = wires.filter((wire) => wire['type'] === 'content_block_delta')
    expect(deltas.some((wire) => wire['fresh'] === 2 && (wire['delta'] as Wire)['novel'] === 1)).toBe(true)
    expect(deltas.map((wire) => (wire['delta'] as Wire)[key] ?? '').join('')).toBe(text)
  })

  test('an unknown key of a delta is an event of its own format, and a key of the block for every other one', () => {
    const events = read([
      start,
      open(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'x', novel: 1 }),
      close(0),
      ...stop,
    ])
    expect(events.filter(({ type }) => type === 'opaque')).toEqual([
      { type: 'opaque', format: 'messages', wire: delta(0, { type: 'text_delta', text: '', novel: 1 }), keys: ['/content/0/novel'] },
    ])
  })

  test('what the start and the end of a message say twice is written twice', () => {
    const wires = again([
      { ...start, message: { ...(start['message'] as Wire), novel: 1 }, novel: 2 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 }, metrics: 3 },
      { type: 'message_stop', metrics: 4 },
    ])
    expect(wires.map((wire) => [wire['novel'] ?? wire['metrics'], (wire['message'] as Wire | undefined)?.['novel']])).toEqual([
      [2, 1],
      [3, undefined],
      [4, undefined],
    ])
  })

  test('keys around the start and the end of a block are written with them', () => {
    const source = [
      start,
      { ...open(0, { type: 'text', text: '' }), a: 1 },
      delta(0, { type: 'text_delta', text: 'x' }),
      { ...close(0), b: 2 },
      ...stop,
    ]
    expect(again(source).slice(1, 4)).toEqual(source.slice(1, 4))
  })
})

describe('blocks that nobody models', () => {
  test('deltas of an unknown block come after its start and before its stop', () => {
    const source = [
      start,
      open(0, { type: 'novel', a: 1 }),
      delta(0, { type: 'novel_delta', b: 2 }),
      delta(0, { type: 'text_delta', text: 'x' }),
      close(0),
      ...stop,
    ]
    expect(again(source).slice(1, 5)).toEqual(source.slice(1, 5))
  })

  test('a replayed delta speaks of the block by the number under which it was written', () => {
    const wires = again([
      start,
      open(0, { type: 'text', text: 'a' }),
      close(0),
      open(2, { type: 'text', text: '' }),
      delta(2, { type: 'novel_delta', q: 1 }),
      close(2),
      ...stop,
    ])
    expect(wires.find((wire) => (wire['delta'] as Wire | undefined)?.['type'] === 'novel_delta')).toMatchObject({ index: 1 })
  })
})

describe('the order of blocks', () => {
  const redacted: StreamEvent = {
    type: 'part-start',
    candidate: 0,
    part: 0,
    value: { type: 'reasoning', segments: [], redacted: true, seal: { format: 'messages', data: 'ZA==' } },
  }
  const typesOf = (events: readonly StreamEvent[]): readonly unknown[] =>
    write([head, ...events, ...tail])
      .wires.filter(({ type }) => type === 'content_block_start')
      .map((wire) => (wire['content_block'] as Wire)['type'])

  test('redacted thinking that ends late stands where it began', () => {
    expect(
      typesOf([
        redacted,
        { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
        { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'x' } },
        { type: 'part-end', candidate: 0, part: 1 },
        { type: 'part-end', candidate: 0, part: 0 },
      ]),
    ).toEqual(['redacted_thinking', 'text'])
  })

  test('redacted thinking stands before a call that begins while it is open', () => {
    expect(
      typesOf([
        redacted,
        {
          type: 'part-start',
          candidate: 0,
          part: 1,
          value: { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '' },
        },
        { type: 'part-end', candidate: 0, part: 0 },
        { type: 'part-end', candidate: 0, part: 1 },
      ]),
    ).toEqual(['redacted_thinking', 'tool_use'])
  })
})

describe('text that is known only when its part ends', () => {
  test('the transcript of audio comes as a delta, as all text does', () => {
    const { wires } = write([
      head,
      {
        type: 'part-start',
        candidate: 0,
        part: 0,
        value: { type: 'media', kind: 'audio', source: { type: 'inline', mime: 'audio/mp3', base64: '' } },
      },
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'transcript', text: 'hey' } },
      { type: 'part-end', candidate: 0, part: 0 },
      ...tail,
    ])
    expect(wires.slice(1, 4)).toEqual([open(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'hey' }), close(0)])
  })
})

describe('what streams report as documents do', () => {
  const call = (kind: 'function' | 'custom', text: string): readonly StreamEvent[] => [
    head,
    {
      type: 'part-start',
      candidate: 0,
      part: 0,
      value: { type: 'tool-call', callId: 'c', name: 'f', kind, arguments: '', at: '/choices/0/message/tool_calls/0' },
    },
    { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text } },
    { type: 'part-end', candidate: 0, part: 0 },
    ...tail,
  ]

  test.each([
    ['function', 'no json', 'arguments'],
    ['custom', 'raw', 'tool-custom'],
  ] as const)('a %s call whose input is wrapped', (kind, text, code) => {
    expect(write(call(kind, text)).notices).toMatchObject([{ code: `messages/${code}`, path: '/choices/0/message/tool_calls/0' }])
  })

  test('an approval, which no block can hold', () => {
    const approval: Part = { type: 'approval', requestId: 'r', direction: 'request', at: '/output/0' }
    const { wires, notices } = write([
      head,
      { type: 'part-start', candidate: 0, part: 0, value: approval },
      { type: 'part-end', candidate: 0, part: 0 },
      ...tail,
    ])
    expect(wires.map(({ type }) => type)).toEqual(['message_start', 'message_delta', 'message_stop'])
    expect(notices).toMatchObject([{ code: 'messages/approval', path: '/output/0' }])
  })

  test('what only the source understands of a candidate is named by its place in the answer', () => {
    const { notices } = write([
      head,
      { type: 'candidate-end', candidate: 0, finish: { unified: 'stop', at: '/choices/0' }, extensions: { chat: { rest: { novel: 1 } } } },
      { type: 'response-end', status: 'completed' },
    ])
    expect(notices).toMatchObject([{ code: 'messages/foreign-field', path: '/choices/0/novel' }])
  })

  test('a further candidate is named by its place in the answer', () => {
    const { notices } = write([
      head,
      { type: 'part-start', candidate: 1, part: 0, value: { type: 'text', text: '', at: '/choices/1/message/content' } },
      { type: 'part-end', candidate: 1, part: 0 },
      ...tail,
    ])
    expect(notices).toMatchObject([{ code: 'messages/candidates', path: '/choices/1' }])
  })
})
