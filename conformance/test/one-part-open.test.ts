import type { GenerateAdapter, StreamEvent } from '@interlingua/core'
import { arbitraryEvents, createTestContext, lawOnePartOpen, translateStreamText, writeStream } from '@interlingua/testkit'
import type { Violation } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { runs } from '../../tools/runs.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { partBorders } from '../src/part-borders.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'

type Promising = keyof typeof partBorders

const promising = Object.keys(partBorders) as readonly Promising[] // the keys of the record
const pairs = promising.flatMap((to) => othersOf(to).map((from) => [from, to] as const))

function inStreams(from: Promising | 'chat' | 'contents', to: Promising, streams: readonly string[]): readonly Violation[] {
  return streams.flatMap((stream) => lawOnePartOpen('stream', translateStreamText(pairOf(from, to), [stream]).text, partBorders[to]))
}

function inEvents(adapter: GenerateAdapter, to: Promising, events: readonly StreamEvent[]): readonly Violation[] {
  return lawOnePartOpen('stream', writeStream(adapter, events, createTestContext().context, formats[to].asked), partBorders[to])
}

describe.each(promising)('parts of a %s stream are open one at a time', (to) => {
  test('however the parts of the answer are interleaved', () => {
    const { adapter } = formats[to]
    fc.assert(
      fc.property(arbitraryEvents, (events) => void expect(inEvents(adapter, to, events)).toEqual([])),
      runs(200),
    )
  })

  test('is broken by an encoder that ends all parts where the answer ends', () => {
    const { adapter } = formats[to]
    const late: GenerateAdapter = {
      ...adapter,
      createStreamEncoder: (context, asked) => {
        const writer = adapter.createStreamEncoder(context, asked)
        const { ends, last } = partBorders[to]
        type Frames = ReturnType<typeof writer.push>
        let held: Frames = []
        const delay = (frames: Frames): Frames =>
          frames.flatMap((frame) => {
            const text = JSON.stringify(frame)
            if (text.includes(`"${ends}"`)) {
              held = [...held, frame]
              return []
            }
            if (!last.some((type) => text.includes(`"${type}"`))) return [frame]
            const ending = [...held, frame]
            held = []
            return ending
          })
        return { push: (event) => delay(writer.push(event)), end: () => delay(writer.end()) }
      },
    }
    const call = (part: number): readonly StreamEvent[] => [
      {
        type: 'part-start',
        candidate: 0,
        part,
        value: { type: 'tool-call', callId: `call_${part}`, name: 'f', kind: 'function', arguments: '{}' },
      },
      { type: 'part-end', candidate: 0, part },
    ]
    const events: readonly StreamEvent[] = [
      { type: 'response-start', id: 'a', model: 'demo' },
      ...call(0),
      ...call(1),
      { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
      { type: 'response-end', status: 'completed' },
    ]
    expect(inEvents(adapter, to, events)).toEqual([])
    expect(inEvents(late, to, events)).not.toEqual([])
  })
})

describe('hosted calls of a responses stream, whose items end with their results', () => {
  const asks = (part: number, callId: string): readonly StreamEvent[] => [
    { type: 'part-start', candidate: 0, part, value: { type: 'hosted-call', callId, family: 'web-search', name: 'web_search', arguments: '{"query":"q"}' } }, // prettier-ignore
    { type: 'part-end', candidate: 0, part },
  ]
  const found = (part: number, callId: string): readonly StreamEvent[] => [
    { type: 'part-start', candidate: 0, part, value: { type: 'hosted-result', callId, parts: [{ type: 'search-result', url: `https://${callId}.example`, title: 'A', parts: [] }] } }, // prettier-ignore
    { type: 'part-end', candidate: 0, part },
  ]
  const says = (part: number): readonly StreamEvent[] => [
    { type: 'part-start', candidate: 0, part, value: { type: 'text', text: 'Said.' } },
    { type: 'part-end', candidate: 0, part },
  ]
  const writer = () => formats.responses.adapter.createStreamEncoder(createTestContext().context)
  const start: StreamEvent = { type: 'response-start', id: 'a', model: 'demo' }
  const rest: readonly StreamEvent[] = [
    { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
    { type: 'response-end', status: 'completed' },
  ]
  const items = (frames: readonly unknown[], type: string): readonly string[] =>
    frames.map((frame) => JSON.stringify(frame)).filter((text) => text.includes(`"${type}"`))

  test.each<[string, readonly StreamEvent[], readonly string[]]>([
    ['its result before the next', [...asks(0, 'a'), ...asks(1, 'b'), ...found(2, 'a'), ...found(3, 'b')], ['a.example', 'b.example']],
    ['results in reverse', [...asks(0, 'a'), ...asks(1, 'b'), ...found(2, 'b'), ...found(3, 'a')], ['a.example', 'b.example']],
    ['no result for the first', [...asks(0, 'a'), ...asks(1, 'b'), ...found(2, 'b')], ['"a"', 'b.example']],
    ['no results', [...asks(0, 'a'), ...asks(1, 'b'), ...says(2)], ['"a"', '"b"', 'Said.']],
    ['text before its result', [...asks(0, 'a'), ...says(1), ...found(2, 'a')], ['"a"', 'Said.']],
  ])('%s', (_, parts, told) => {
    const machine = writer()
    const frames = [start, ...parts, ...rest].flatMap((event) => machine.push(event))
    const done = items(frames, 'response.output_item.done')
    expect(done.map((text, n) => text.includes(told[n] ?? '-'))).toEqual(told.map(() => true))
    expect(lawOnePartOpen('stream', writeStream(formats.responses.adapter, [start, ...parts, ...rest], createTestContext().context), partBorders.responses)).toEqual([]) // prettier-ignore
    // The whole response has every result, whenever it came.
    const whole = items(frames, 'response.completed')[0]
    for (const event of parts)
      if (event.type === 'part-start' && event.value.type === 'hosted-result') expect(whole).toContain(`${event.value.callId}.example`)
  })

  test('text does not wait for a result that may never come', () => {
    const machine = writer()
    for (const event of [start, ...asks(0, 'a'), ...asks(1, 'b')]) machine.push(event)
    expect(JSON.stringify(says(2).flatMap((event) => machine.push(event)))).toContain('"delta":"Said."')
  })
})

test('a text of which more comes after its seal, and beside another text, loses nothing', () => {
  const say = (part: number, text: string): StreamEvent => ({ type: 'part-delta', candidate: 0, part, delta: { type: 'text', text } })
  const { adapter } = formats.responses
  const text = writeStream(
    adapter,
    [
      { type: 'response-start', id: 'a', model: 'demo' },
      { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
      say(0, 'a'),
      {
        type: 'part-start',
        candidate: 0,
        part: 1,
        value: { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{}' },
      },
      { type: 'part-end', candidate: 0, part: 1 },
      say(0, 'b'),
      { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'seal', seal: { format: 'contents', data: 'U0lH' } } },
      { type: 'part-start', candidate: 0, part: 2, value: { type: 'text', text: '' } },
      say(2, 'c'),
      say(0, 'd'),
      { type: 'part-end', candidate: 0, part: 0 },
      { type: 'part-end', candidate: 0, part: 2 },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
      { type: 'response-end', status: 'completed' },
    ],
    createTestContext().context,
  )
  expect([...text.matchAll(/"delta":"([a-d])"/g)].map(([, letter]) => letter)).toEqual(['a', 'b', 'c', 'd'])
  expect(lawOnePartOpen('stream', text, partBorders.responses)).toEqual([])
})

test.each(pairs)('parts are open one at a time, from every stream of %s to %s', (from, to) => {
  const streams = ownCorpus(from).flatMap(({ stream }) => (stream === undefined ? [] : [stream]))
  expect(streams.length).toBeGreaterThan(5)
  expect(inStreams(from, to, streams)).toEqual([])
})

describeRecordings('parts are open one at a time in recorded streams', recordings, () => {
  test.each(pairs)('from %s to %s', (from, to) => {
    const streams = recordedCorpus()
      .filter(({ format, counts }) => format === from && counts === undefined)
      .flatMap(({ recordings: recordedAll }) => recordedAll ?? [])
      .flatMap(({ stream }) => (stream === undefined ? [] : [stream]))
    expect(streams.length).toBeGreaterThan(5)
    expect(inStreams(from, to, streams)).toEqual([])
  })
})
