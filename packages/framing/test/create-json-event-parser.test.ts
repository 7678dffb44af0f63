import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { createJsonArrayParser, createJsonEventParser, createSseParser, type JsonEvent, type SseEvent } from '@interlingua/framing'
import { arbitraryCuts, cutText } from './cut-text.ts'
import { runMachine } from './run-machine.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const options = { maxEventLength: 5000 }

/** Event in the form of the two parsers that are compared: JSON as its value. */
function plainly(event: SseEvent): JsonEvent {
  if (event.type !== 'event') return event
  try {
    return { type: 'json', event: event.event, value: JSON.parse(event.data) }
  } catch {
    return event
  }
}

const expected = (chunks: readonly string[]): JsonEvent[] => runMachine(createSseParser(options), chunks).map(plainly)

const given = (chunks: readonly string[], padding?: string): JsonEvent[] =>
  runMachine(
    createJsonEventParser({ ...options, ...(padding !== undefined && { padding }) }, (event) => event),
    chunks,
  )

/** Compares thousands of times: vitest's own comparison, which explains, only where texts differ. */
function expectSame(chunks: readonly string[]): void {
  const [got, wanted] = [given(chunks), expected(chunks)]
  if (JSON.stringify(got) !== JSON.stringify(wanted)) expect(got).toEqual(wanted)
}

const delta = (text: string, index = 7): string =>
  `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })}\n\n`

/** Alike, so that what comes next is one more of them, whether it has an index of its own or not. */
const before = [delta('a', 1), delta('b', 2), delta('c', 3), delta('d', 4)]

describe('events that repeat one another', () => {
  it.each([
    ['one more', delta('more')],
    ['several in one read', delta('one', 5) + delta('two', 6) + delta('three', 7)],
    ['another one between', `${delta('one')}event: ping\ndata: {"type":"ping"}\n\n${delta('two')}`],
    ['one that goes on in the next read', delta('more').slice(0, -20)],
    ['one and the beginning of the next', delta('more') + delta('next').slice(0, 50)],
    ['one without its blank line', delta('more').slice(0, -1)],
    ['one without its last line break', delta('more').slice(0, -2)],
    ['an escape', delta('a "quoted" \\ \n \u2028 word')],
    ['blanks before the last brace', delta('more').replace('}\n', '     }\n')],
    ['blanks behind the last brace', delta('more').replace('}\n', '}  \n')],
    ['a second line of data', delta('more').replace('\n\n', '\ndata: 1\n\n')],
    ['a second line of data that stands in a string', delta('a\ndata: b').replace('\\n', '\n')],
    ['a line that ends in a string', delta('a\rb').replace('\\r', '\r')],
    ['an event that ends in a string', delta('a\n\ndata: b').replaceAll('\\n', '\n')],
    ['line ends of two characters', delta('more').replaceAll('\n', '\r\n')],
    ['old line ends', delta('more').replaceAll('\n', '\r')],
    ['another event name', delta('more').replace('event: content_block_delta', 'event: another')],
    ['no event name', delta('more').replace('event: content_block_delta\n', '')],
    ['no blank behind the colons', delta('more').replaceAll(': {', ':{').replace('event: ', 'event:')],
    ['an id', `id: 1\n${delta('more')}`],
    ['a comment', `: alive\n\n${delta('more')}`],
    ['a comment within', delta('more').replace('\n', '\n: alive\n')],
    ['the mark of the end', 'data: [DONE]\n\n'],
    ['data that is no object', 'event: content_block_delta\ndata: 1\n\n'],
    ['no data', 'event: content_block_delta\n\n'],
    ['more line breaks than needed', `\n\n\n${delta('more')}\n\n`],
    ['an escape that is none', delta('more').replace('more', '\\x')],
    ['a quote in the middle', delta('more').replace('more', 'mo"re')],
    ['something long', delta('long '.repeat(900))],
    ['something too long', delta('long '.repeat(1100))],
    ['nothing', ''],
  ])('%s: the same as split into lines', (_, text) => {
    for (const line of [text, text + text]) {
      expectSame([...before, line, delta('y'), delta('z')])
      expectSame([before.join(''), line, delta('y') + delta('z')])
      for (let cut = 1; cut < Math.min(line.length, 400); cut++) {
        expectSame([...before, line.slice(0, cut), line.slice(cut), delta('y')])
        expectSame([...before, delta('x') + line.slice(0, cut), line.slice(cut) + delta('y'), delta('z')])
      }
    }
  })

  it.each([
    ['of names alone', (data: string) => `data: ${data}\n\n`],
    ['of names without a blank', (data: string) => `data:${data}\n\n`],
    ['of a name without a blank', (data: string) => `event:delta\ndata: ${data}\n\n`],
    ['with a number each', (data: string) => `id: 1\nevent: delta\ndata: ${data}\n\n`],
    ['with a blank within', (data: string) => `event: delta\ndata:  ${data}\n\n`],
    ['with a line that nobody knows', (data: string) => `retry: 5\ndata: ${data}\n\n`],
    ['in another order', (data: string) => `data: ${data}\nevent: delta\n\n`],
  ])('events %s are the same as split into lines', (_, encode) => {
    const events = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => encode(JSON.stringify({ type: 'a delta of text', text })))
    expectSame(events)
    expectSame([events.join('')])
    const text = events.join('')
    for (let cut = 1; cut < text.length; cut++) expectSame([text.slice(0, cut), text.slice(cut)])
  })

  it('any row of events, cut anywhere, with any line ends: the same as split into lines', () => {
    const piece = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 20 })).map(([text, index]) => delta(text, index)),
      },
      fc.constantFrom('event: ping\ndata: {"type": "ping"}\n\n', ': comment\n\n', 'data: [DONE]\n\n', '\n', 'id: 4\n', 'data: {\n', '"'),
      fc.jsonValue().map((value) => `event: other\ndata: ${JSON.stringify(value)}\n\n`),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 16 }),
        arbitraryCuts,
        fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
        (pieces, cuts, lineEnd) => {
          const lines = pieces.map((text) => text.replaceAll('\n', lineEnd))
          expectSame(lines)
          expectSame(cutText(lines.join(''), cuts))
        },
      ),
      runs(2000),
    )
  })

  it('says nothing after a loss', () => {
    const events = [...before, delta('x'.repeat(6000)), delta('y')]
    expect(given(events).at(-1)).toMatchObject({ type: 'invalid' })
    expectSame(events)
  })

  it('reads all but the padding anew', () => {
    const write = (text: string, padding: string): string => `data: ${JSON.stringify({ type: 'a delta of text', text, padding })}\n\n`
    const texts = ['a', 'b', 'c', 'd', 'e', 'f']
    const values = given(
      texts.map((text) => write(text, text.repeat(5))),
      'padding',
    )
    expect(values).toEqual(
      texts.map((text) => ({ type: 'json', event: undefined, value: { type: 'a delta of text', text, padding: expect.any(String) } })),
    )
  })

  it.each(['a\rb', 'a\nb', 'a\n\ndata: b', 'a\r\rdata: b', 'a\tb', '\\\\x', '\\u12', 'a"b'])('does not take %j for padding', (padding) => {
    const print = (text: string, padding: string): string => `data: {"type":"a delta of text","text":"${text}","padding":"${padding}"}\n\n`
    const events = [...['a', 'b', 'c', 'd'].map((text) => print(text, text)), print('e', padding), print('f', 'f')]
    const read = given(events, 'padding')
    expect(read.map(({ type }) => type)).toEqual(expected(events).map(({ type }) => type))
  })

  it('reads the elements of an array', () => {
    const elements = ['a', 'b', 'c', 'd', 'e'].map((text) => JSON.stringify({ type: 'a delta of text', text }))
    const text = `[${elements.join(',\n')}]`
    const array = createJsonEventParser({ ...options, framing: 'json-array' }, (event) => event)
    expect(runMachine(array, [text])).toEqual(runMachine(createJsonArrayParser(options), [text]).map(plainly))
  })
})

/** Recorded exchanges beside the checkout; absent where only the project was cloned. */
const corpus = new URL('../../../../shared/corpus/', import.meta.url)

describeRecordings('recorded streams', corpus, () => {
  it.each(['messages', 'chat', 'responses', 'contents'])('every recorded stream of %s is the same as split into lines', (format) => {
    const folder = new URL(`${format}/`, corpus)
    const streams = readdirSync(folder).flatMap((file) => {
      const { stream } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { stream?: string }
      return typeof stream === 'string' && stream !== '' ? [stream] : []
    })
    expect(streams.length).toBeGreaterThan(20)
    for (const text of streams) {
      const wide = { maxEventLength: 10_000_000 }
      const whole = runMachine(createSseParser(wide), [text]).map(plainly)
      // Cut as a provider writes events; whole; and as a network may cut them.
      for (const chunks of [text.match(/[^]+?(?:\n\n|\r\n\r\n|$)/g) ?? [], [text], text.match(/.{1,157}/gs) ?? []])
        expect(
          runMachine(
            createJsonEventParser(wide, (event) => event),
            chunks,
          ),
        ).toEqual(whole)
    }
  })
})
