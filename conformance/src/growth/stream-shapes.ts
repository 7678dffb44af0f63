import type { StreamEvent } from '@interlingua/core'
import { createTestContext, type GrowthShape } from '@interlingua/testkit'
import { formatIds, formats } from '../formats.ts'
import { list } from './pieces.ts'

const start: StreamEvent = { type: 'response-start', id: 'r_1', model: 'm' }
const end: StreamEvent = { type: 'response-end', status: 'completed' }
const callStart = (part: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'tool-call', callId: `c${part}`, name: 'f', kind: 'function', arguments: '' },
})
const signedStart = (part: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'text', text: 'x', seal: { format: 'signed', data: `s${part}` } },
})
const thoughtStart = (part: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'reasoning', segments: [{ type: 'summary', text: 'x' }] },
})
const textStart: StreamEvent = { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } }
const partEnd = (part: number): StreamEvent => ({ type: 'part-end', candidate: 0, part })

const hostedStart = (part: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'hosted-call', callId: `h${part}`, family: 'web-search', name: 'web_search', arguments: '{"query":"q"}' },
})
const resultStart = (part: number, call: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'hosted-result', callId: `h${call}`, parts: [{ type: 'search-result', url: 'https://a.example', title: 'A', parts: [] }] },
})
const plainStart = (part: number): StreamEvent => ({ type: 'part-start', candidate: 0, part, value: { type: 'text', text: 'x' } })

/** Canonical events of streams, by shape. */
const streams: Readonly<Record<string, (n: number) => readonly StreamEvent[]>> = {
  'text deltas': (n) => [
    start,
    textStart,
    ...list(n, (): StreamEvent => ({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'x' } })),
    partEnd(0),
    end,
  ],
  'argument deltas': (n) => [
    start,
    callStart(0),
    ...list(n, (): StreamEvent => ({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: ' ' } })),
    partEnd(0),
    end,
  ],
  'argument deltas that are no object': (n) => [
    start,
    callStart(0),
    ...list(n, (i): StreamEvent => ({
      type: 'part-delta',
      candidate: 0,
      part: 0,
      delta: { type: 'arguments', text: i === 0 ? '[1' : ',1' },
    })),
    partEnd(0),
    end,
  ],
  'calls one after the other': (n) => [start, ...list(n, (i) => [callStart(i), partEnd(i)]).flat(), end],
  'calls open at once': (n) => [start, ...list(n, callStart), ...list(n, partEnd), end],
  'texts open at once': (n) => [start, ...list(n, plainStart), ...list(n, partEnd), end],
  'hosted calls, and their results in reverse': (n) => [
    start,
    ...list(n, (i) => [hostedStart(i), partEnd(i)]).flat(),
    ...list(n, (i) => [resultStart(n + i, n - 1 - i), partEnd(n + i)]).flat(),
    end,
  ],
  'hosted calls without results, and texts': (n) => [
    start,
    ...list(n, (i) => [i % 2 === 0 ? hostedStart(i) : plainStart(i), partEnd(i)]).flat(),
    end,
  ],
  'signed texts open at once': (n) => [start, ...list(n, signedStart), ...list(n, partEnd), end],
  'thoughts and calls open at once': (n) => [
    start,
    ...list(n, (i) => (i % 2 === 0 ? thoughtStart(i) : callStart(i))),
    ...list(n, partEnd),
    end,
  ],
  'keep-alives': (n) => [start, ...list(n, (): StreamEvent => ({ type: 'keep-alive' })), end],
}

/** Streams written, and read again, by each format. */
export function streamShapes(): readonly GrowthShape[] {
  const shapes: GrowthShape[] = []
  for (const id of formatIds)
    for (const [name, eventsOf] of Object.entries(streams)) {
      const { adapter } = formats[id]
      const write = (events: readonly StreamEvent[]): string[] => {
        const { context } = createTestContext()
        const [encoder, serializer] = [adapter.createStreamEncoder(context), adapter.createStreamSerializer()]
        const texts: string[] = []
        for (const event of events) for (const frame of encoder.push(event)) for (const text of serializer.push(frame)) texts.push(text)
        for (const frame of encoder.end()) for (const text of serializer.push(frame)) texts.push(text)
        return [...texts, ...serializer.end()]
      }
      shapes.push({
        name: `${id} writes: ${name}`,
        prepare: (n) => {
          const events = eventsOf(n)
          return () => void write(events)
        },
      })
      shapes.push({
        name: `${id} reads: ${name}`,
        prepare: (n) => {
          const texts = write(eventsOf(n))
          return () => {
            const { context } = createTestContext()
            const [parser, decoder] = [adapter.createStreamParser(context), adapter.createStreamDecoder(context)]
            for (const text of texts) for (const frame of parser.push(text)) decoder.push(frame)
            for (const frame of parser.end()) decoder.push(frame)
            decoder.end()
          }
        },
      })
    }
  return shapes
}
