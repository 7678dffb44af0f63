import { expect, test } from 'vitest'
import { createEventReader } from '../src/sse/read-events.ts'

const expected = [
  { event: 'a', data: 'one\ntwo' },
  { event: 'message', data: '{"x":1}' },
]

test.each([
  ['LF', 'event: a\ndata: one\ndata: two\n\ndata: {"x":1}\n\n'],
  ['CRLF', 'event: a\r\ndata: one\r\ndata: two\r\n\r\ndata: {"x":1}\r\n\r\n'],
  ['CR', 'event: a\rdata: one\rdata: two\r\rdata: {"x":1}\r\r\n'],
  ['no spaces, comments, a byte order mark and other fields', '\uFEFF:hi\nevent:a\ndata:one\ndata:two\nid: 4\n\n: more\ndata: {"x":1}\n\n'],
])('%s: events are the same, wherever the text is cut', (_, text) => {
  for (const size of [1, 2, 3, 7, text.length]) {
    const reader = createEventReader()
    const events = []
    for (let at = 0; at < text.length; at += size) events.push(...reader.push(text.slice(at, at + size)))
    expect(events).toEqual(expected)
  }
})

test('an event without its empty line is none', () => {
  expect(createEventReader().push('data: half\n')).toEqual([])
})
