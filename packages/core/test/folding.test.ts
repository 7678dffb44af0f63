import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { foldEvents, unfoldResponse, type Delta, type GenerateResponse, type Part, type StreamEvent } from '@interlingua/core'
import { addDelta } from '@interlingua/core/adapter'
import { arbitraryDelta, arbitraryPart, arbitraryResponse } from './arbitrary-response.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('folding', () => {
  it('gives back every final answer that was unfolded', () => {
    fc.assert(
      fc.property(arbitraryResponse, (response) => {
        expect(foldEvents(unfoldResponse(response))).toEqual(response)
      }),
      runs(500),
    )
  })

  it('does not mind where texts are cut, nor that parts interleave', () => {
    fc.assert(
      fc.property(arbitraryResponse, fc.infiniteStream(fc.nat(3)), (response, choices) => {
        const next = (): number => choices.next().value ?? 0
        // Each part's own events keep their order; parts take turns.
        const lanes = new Map<number, StreamEvent[]>()
        const events: StreamEvent[] = []
        const flush = (): void => {
          while (lanes.size > 0) {
            const [number, lane] = [...lanes][next() % lanes.size] as [number, StreamEvent[]] // not empty
            const event = lane.shift()
            if (event === undefined) lanes.delete(number)
            else events.push(event)
          }
        }
        for (const event of unfoldResponse(response)) {
          if (event.type === 'part-start') {
            events.push(event)
            lanes.set(event.part, [])
          } else if (event.type === 'part-delta' && 'text' in event.delta && event.delta.type !== 'status') {
            const { delta } = event
            const cut = next()
            lanes
              .get(event.part)
              ?.push(
                { ...event, delta: { ...delta, text: delta.text.slice(0, cut) } },
                { ...event, delta: { ...delta, text: delta.text.slice(cut) } },
              )
          } else if (event.type === 'part-delta' || event.type === 'part-end') lanes.get(event.part)?.push(event)
          else {
            flush()
            events.push(event)
          }
        }
        expect(foldEvents(events)).toEqual(response)
      }),
    )
  })

  it('never throws, and calls failed what does not end', () => {
    fc.assert(
      fc.property(arbitraryResponse, fc.nat(), (response, cut) => {
        const events = unfoldResponse(response)
        const folded = foldEvents(events.slice(0, cut % events.length))
        expect(folded.status).toBe('failed')
        expect(foldEvents(events.slice(cut % events.length)).candidates.length).toBeLessThanOrEqual(response.candidates.length)
      }),
    )
  })

  it('of a document that still runs gives a failed stream', () => {
    const events = unfoldResponse({ id: 'r', model: 'm', status: 'in-progress', candidates: [] })
    expect(events.at(-1)).toEqual({ type: 'response-end', status: 'failed' })
  })

  it('merges what part-end and later events add', () => {
    const events: StreamEvent[] = [
      { type: 'keep-alive' },
      {
        type: 'response-start',
        id: 'r',
        model: 'm',
        usage: { input: { total: 5 }, output: { total: 1 } },
        extensions: { chat: { rest: { a: 1 } } },
      },
      {
        type: 'part-start',
        candidate: 1,
        part: 0,
        value: { type: 'text', text: 'b', itemId: 'i' },
        item: { id: 'i', extensions: { responses: { rest: { x: 1 } } } },
      },
      { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'a' } },
      {
        type: 'part-end',
        candidate: 1,
        part: 0,
        extensions: { chat: { hint: { h: true } } },
        item: { id: 'i', phase: 'commentary', extensions: { responses: { rest: { y: 2 } } } },
      },
      { type: 'usage', usage: { input: {}, output: { total: 9 } }, serviceTier: 'flex' },
      { type: 'candidate-end', candidate: 1, finish: { unified: 'stop' } },
      { type: 'opaque', format: 'chat', wire: {} },
      { type: 'response-end', status: 'completed', extensions: { chat: { rest: { b: 2 } } } },
    ]
    expect(foldEvents(events)).toEqual({
      id: 'r',
      model: 'm',
      status: 'completed',
      candidates: [
        { index: 0, parts: [{ type: 'text', text: 'a' }] },
        {
          index: 1,
          parts: [{ type: 'text', text: 'b', itemId: 'i', extensions: { chat: { hint: { h: true } } } }],
          items: [{ id: 'i', phase: 'commentary', extensions: { responses: { rest: { x: 1, y: 2 } } } }],
          finish: { unified: 'stop' },
        },
      ],
      usage: { input: { total: 5 }, output: { total: 9 } },
      serviceTier: 'flex',
      extensions: { chat: { rest: { a: 1, b: 2 } } },
    })
  })
})

describe('a delta', () => {
  const inline: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'aa' } }

  it.each<[string, Part, Delta, Partial<Part>]>([
    ['of text goes on with a text', { type: 'text', text: 'a' }, { type: 'text', text: 'b' }, { text: 'ab' }],
    ['of text goes on with a refusal', { type: 'refusal', text: 'a' }, { type: 'text', text: 'b' }, { text: 'ab' }],
    ['of text begins a compaction', { type: 'compaction' }, { type: 'text', text: 'b' }, { text: 'b' }],
    [
      'of arguments goes on with a call',
      { type: 'tool-call', callId: 'c', name: 'n', kind: 'function', arguments: '{' },
      { type: 'arguments', text: '}' },
      { arguments: '{}' },
    ],
    [
      'of status replaces',
      { type: 'hosted-call', callId: 'c', family: 'f', arguments: '', status: 'a' },
      { type: 'status', text: 'b' },
      { status: 'b' },
    ],
    ['of a transcript begins one', inline, { type: 'transcript', text: 'b' }, { transcript: 'b' }],
    ['of media is appended', inline, { type: 'media', base64: 'bb' }, { source: { type: 'inline', mime: 'image/png', base64: 'aabb' } }],
    [
      'of partial media replaces',
      inline,
      { type: 'media', base64: 'bb', partial: 0 },
      { source: { type: 'inline', mime: 'image/png', base64: 'bb' } },
    ],
    [
      'of reasoning goes on with its segment',
      { type: 'reasoning', segments: [{ type: 'full', text: 'a' }] },
      { type: 'reasoning', segment: 0, kind: 'full', text: 'b' },
      { segments: [{ type: 'full', text: 'ab' }] },
    ],
    [
      'of reasoning opens the next segment',
      { type: 'reasoning', segments: [{ type: 'full', text: 'a' }] },
      { type: 'reasoning', segment: 1, kind: 'summary', text: 'b' },
      {
        segments: [
          { type: 'full', text: 'a' },
          { type: 'summary', text: 'b' },
        ],
      },
    ],
    [
      'of a seal replaces',
      { type: 'reasoning', segments: [], seal: { format: 'f', data: 'a' } },
      { type: 'seal', seal: { format: 'f', data: 'b' } },
      { seal: { format: 'f', data: 'b' } },
    ],
    ['that does not fit changes nothing', { type: 'text', text: 'a' }, { type: 'arguments', text: '{' }, {}],
  ])('%s', (_, part, delta, changed) => {
    expect(addDelta(Object.freeze(part), delta)).toEqual({ ...part, ...changed })
  })

  it('never changes the type of a part', () => {
    fc.assert(
      fc.property(arbitraryPart, arbitraryDelta, (part, delta) => {
        expect(addDelta(part, delta).type).toBe(part.type)
      }),
    )
  })
})

it('pitfall 2: a reasoning part without text but with a seal is a part, in a stream as well', () => {
  const parts: Part[] = [
    { type: 'reasoning', segments: [], seal: { format: 'messages', data: 's' } },
    { type: 'reasoning', segments: [{ type: 'full', text: '' }], seal: { format: 'messages', data: 't' } },
    { type: 'text', text: '' },
  ]
  const response: GenerateResponse = {
    id: 'r',
    model: 'm',
    status: 'completed',
    candidates: [{ index: 0, parts, finish: { unified: 'stop' } }],
  }
  expect(foldEvents(unfoldResponse(response))).toEqual(response)
})
