import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStopCutter, cutAtStops, foldEvents } from '../src/index.ts'
import type { GenerateResponse, Part, StreamEvent } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'

function answer(...parts: readonly Part[]): GenerateResponse {
  return { id: 'r', model: 'm', status: 'completed', candidates: [{ index: 0, parts, finish: { unified: 'stop' } }] }
}

function streamed(pieces: readonly string[]): readonly StreamEvent[] {
  return [
    { type: 'response-start', id: 'r', model: 'm' },
    { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } },
    ...pieces.map((text): StreamEvent => ({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text } })),
    { type: 'part-end', candidate: 0, part: 0 },
    { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
    { type: 'usage', usage: { input: { total: 3 }, output: { total: 9 } } },
    { type: 'response-end', status: 'completed' },
  ]
}

function run(events: readonly StreamEvent[], stops: readonly string[]): readonly StreamEvent[] {
  const cutter = createStopCutter(stops)
  return [...events.flatMap((event) => cutter.push(event)), ...cutter.end()]
}

/** By the definition: the stop that ends first, of those that end there the longest. */
function cutText(text: string, stops: readonly string[]): { readonly text: string; readonly found?: string } {
  for (let end = 1; end <= text.length; end++) {
    const found = stops
      .filter((stop) => stop !== '' && text.slice(0, end).endsWith(stop))
      .sort((a, b) => b.length - a.length)
      .at(0)
    if (found !== undefined) return { text: text.slice(0, end - found.length), found }
  }
  return { text }
}

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength })

describe('answers are cut at stop sequences that the upstream was not told', () => {
  test('wherever the pieces of a stream are cut, as the whole text is', () => {
    fc.assert(
      fc.property(fc.array(letters(4), { maxLength: 12 }), fc.array(letters(5), { minLength: 1, maxLength: 4 }), (pieces, stops) => {
        const { text, found } = cutText(pieces.join(''), stops)
        const folded = foldEvents(run(streamed(pieces), stops))
        const shown = folded.candidates[0]?.parts ?? []
        expect(shown.map((part) => (part.type === 'text' ? part.text : ''))).toEqual(found !== undefined && text === '' ? [] : [text])
        expect(folded.candidates[0]?.finish).toEqual(
          found === undefined ? { unified: 'stop' } : { unified: 'stop-sequence', sequence: found },
        )
        expect(folded.usage?.output.total).toBe(9)
        const whole = cutAtStops(answer({ type: 'text', text: pieces.join('') }), stops).candidates[0]
        expect(whole?.parts.map((part) => (part.type === 'text' ? part.text : ''))).toEqual(
          found !== undefined && text === '' ? [] : [text],
        )
        expect(whole?.finish).toEqual(folded.candidates[0]?.finish)
      }),
      runs(2000),
    )
  })

  test('no letter waits that cannot belong to a stop sequence', () => {
    const cutter = createStopCutter(['END'])
    const push = (text: string): string =>
      cutter
        .push({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text } })
        .map((event) => (event.type === 'part-delta' && event.delta.type === 'text' ? event.delta.text : event.type))
        .join('|')
    cutter.push({ type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } })
    expect(push('hello E')).toBe('part-start|hello ')
    expect(push('N')).toBe('')
    expect(push('X E')).toBe('ENX ')
    expect(push('ND more')).toBe('part-end')
    expect(push('nothing')).toBe('')
  })

  test('what comes after is no part of the answer, and thoughts and arguments are not looked at', () => {
    const call: Part = { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{"x":"STOP"}' }
    const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'STOP' }] }
    const text: Part = { type: 'text', text: 'one STOP two' }
    expect(cutAtStops(answer(thought, call, text, call), ['STOP']).candidates[0]).toMatchObject({
      parts: [thought, call, { type: 'text', text: 'one ' }],
      finish: { unified: 'stop-sequence', sequence: 'STOP' },
    })
    const untouched = answer(thought, call)
    expect(cutAtStops(untouched, ['STOP'])).toBe(untouched)
    expect(cutAtStops(untouched, undefined)).toBe(untouched)
  })

  test('an answer that the upstream broke off behind the cut is whole', () => {
    const events = streamed(['a STOP b']).map((event): StreamEvent =>
      event.type === 'candidate-end'
        ? { ...event, finish: { unified: 'length' } }
        : event.type === 'response-end'
          ? { ...event, status: 'incomplete' }
          : event,
    )
    expect(foldEvents(run(events, ['STOP']))).toMatchObject({
      status: 'completed',
      candidates: [{ parts: [{ text: 'a ' }], finish: { unified: 'stop-sequence' } }],
    })
    expect(foldEvents(run(events, ['else'])).status).toBe('incomplete')
  })

  test('one of several answers is cut for itself', () => {
    const of = (candidate: number, text: string): readonly StreamEvent[] => [
      { type: 'part-start', candidate, part: candidate, value: { type: 'text', text } },
      { type: 'part-end', candidate, part: candidate },
      { type: 'candidate-end', candidate, finish: { unified: 'stop' } },
    ]
    const events: readonly StreamEvent[] = [{ type: 'response-start', id: 'r', model: 'm' }, ...of(0, 'a STOP'), ...of(1, 'b')]
    expect(foldEvents(run([...events, { type: 'response-end', status: 'completed' }], ['STOP'])).candidates).toMatchObject([
      { parts: [{ text: 'a ' }], finish: { unified: 'stop-sequence' } },
      { parts: [{ text: 'b' }], finish: { unified: 'stop' } },
    ])
  })
})
