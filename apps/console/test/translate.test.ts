import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChoice } from '../src/pages/translate/choice.ts'
import { exampleOf } from '../src/pages/translate/examples.ts'
import { findMistake, nearestPlace, placesOfText, pointerAt } from '../src/pages/translate/json-places.ts'
import { formatFile, readFile } from '../src/pages/translate/saved-file.ts'
import { formatTestCase } from '../src/pages/translate/test-case.ts'
import { groupRows, nameOfEvent } from '../src/pages/translate/stream-groups.ts'

/** Pointers of all values of a document. */
function pointersOf(value: unknown, pointer = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]]
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [String(index), item])
    : Object.entries(value)
  return [
    [pointer, value],
    ...members.flatMap(([key, member]) => pointersOf(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)),
  ]
}

test('each value of a document has its place in the text, however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (drawn, space) => {
      // Value that the text says, since -0 is written as 0.
      const value: unknown = JSON.parse(JSON.stringify(drawn))
      const text = JSON.stringify(value, undefined, space)
      const places = placesOfText(text)
      const pointers = pointersOf(value)
      expect([...places.keys()].toSorted()).toEqual(pointers.map(([pointer]) => pointer).toSorted())
      for (const [pointer, member] of pointers) {
        const { from, to } = nearestPlace(places, pointer)
        const shown = text.slice(from, to)
        // A member stands with its name.
        const isMember = pointer !== '' && !Array.isArray(parentOf(value, pointer))
        const read: unknown = isMember ? Object.values(JSON.parse(`{${shown}}`) as object)[0] : JSON.parse(shown)
        expect(read).toEqual(member)
      }
    }),
  )
})

function parentOf(value: unknown, pointer: string): unknown {
  return pointersOf(value).find(([each]) => each === pointer.slice(0, pointer.lastIndexOf('/')))?.[1]
}

test('a deep document has its places, and the innermost one is found', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  expect(placesOfText(nested(1000)).size).toBe(1001)
  // Beyond what any gateway takes, the outer places are found.
  expect(placesOfText(nested(100_000)).size).toBeGreaterThan(1000)
  const small = '{"a": {"b": [10, 20]}, "ab": 1}'
  expect(pointerAt(placesOfText(small), small, small.indexOf('20'))).toBe('/a/b/1')
  expect(pointerAt(placesOfText(small), small, small.indexOf('ab'))).toBe('/ab')
  const spaced = '{\n  "a": 1,\n  "b": [\n    2,\n    3\n  ]\n}'
  // Before the name, and behind the comma.
  for (const offset of [spaced.indexOf('  "a"'), spaced.indexOf('1,') + 2])
    expect(pointerAt(placesOfText(spaced), spaced, offset)).toBe('/a')
  expect(pointerAt(placesOfText(spaced), spaced, spaced.indexOf('2,') + 2)).toBe('/b/0')
  expect(nearestPlace(placesOfText(small), '/a/none/x')).toEqual({ from: 1, to: 21 })
})

test.each([
  ['{"a": }', 6],
  ['[1 2]', 3],
  ['{"a": 1', 7],
  ['{"a": 1}', undefined],
])('%s has its mistake at %s', (text, offset) => {
  expect(findMistake(text)).toBe(offset)
})

test('events are named by what they carry, and alike neighbours become one', () => {
  expect(nameOfEvent('event: ping\ndata: {}')).toBe('ping')
  expect(nameOfEvent(': comment')).toBe('comment')
  expect(nameOfEvent('data: [DONE]')).toBe('[DONE]')
  expect(nameOfEvent('data: {"choices":[{"delta":{"content":"x","role":"assistant"},"finish_reason":null}]}')).toBe('delta content, role')
  expect(nameOfEvent('data: {"candidates":[{"finishReason":"STOP"}]}')).toBe('candidate, STOP')
  const row = (read: string, wrote: string) => ({ read: `event: ${read}`, canonical: [], wrote: [`event: ${wrote}`] })
  const groups = groupRows([row('a', 'x'), row('b', 'y'), row('b', 'y'), row('b', 'z'), { canonical: [], wrote: [] }])
  expect(groups.map(({ first, rows, read }) => [first, rows.length, read])).toEqual([
    [0, 1, 'a'],
    [1, 2, 'b'],
    [3, 1, 'b'],
    [4, 1, ''],
  ])
})

const formats = [
  { id: 'chat', channels: ['openai'] },
  { id: 'messages', channels: [] },
]

test('a file holds what is shown, without what looks like a key, and opens as it was', () => {
  const choice = { direction: 'request', from: 'messages', to: 'chat', model: 'gpt-5', channel: 'openai' } as const
  const text = JSON.stringify({ model: 'm', system: 'my key is sk-ant-0123456789abcdef and il-0123456789abcdefghij' }, undefined, 2)
  const file = formatFile({ choice, text })
  expect(file).not.toMatch(/0123456789/)
  const opened = readFile(file, { direction: 'answer', from: 'chat', to: 'chat' }, formats)
  expect(opened.choice).toEqual(choice)
  expect(JSON.parse(opened.text)).toEqual({ model: 'm', system: 'my key is [redacted] and [redacted]' })
  const stream = { choice: { direction: 'stream', from: 'messages', to: 'chat' }, text: 'data: 1\n\n' } as const
  expect(readFile(formatFile(stream), choice, formats)).toEqual(stream)
  // Any other document is taken as it is, with the present choice.
  expect(readFile('{"model":"m"}', choice, formats)).toEqual({ choice, text: '{"model":"m"}' })
})

test('an address, or a file, with what there is not is read as usual', () => {
  const usual = { direction: 'request', from: 'messages', to: 'chat' }
  expect(readChoice({}, formats)).toEqual(usual)
  expect(readChoice({ direction: 'x', from: '<script>', to: 'tongue', channel: 'none', strictness: 'all' }, formats)).toEqual(usual)
  expect(readChoice({ from: 'chat', to: 'chat', channel: 'openai', strictness: 'reject-any' }, formats)).toEqual({
    direction: 'request',
    from: 'chat',
    to: 'chat',
    channel: 'openai',
    strictness: 'reject-any',
  })
})

test('each format of the house has an example for each direction', () => {
  for (const format of ['messages', 'chat', 'responses', 'contents'])
    for (const direction of ['request', 'answer', 'stream'] as const) expect(exampleOf(direction, format).length).toBeGreaterThan(100)
})

test('a test case is a recording of the conformance suite, without credentials', () => {
  const choice = { from: 'contents', to: 'chat', model: 'gemini-2.5-pro' } as const
  const request = formatTestCase({ choice: { ...choice, direction: 'request' }, text: '{"key":"sk-abcdefghijklmnop"}' })
  expect(JSON.parse(request ?? '')).toEqual({
    id: 'contents/name-of-the-case',
    format: 'contents',
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    request: { key: '[redacted]' },
    status: 200,
  })
  const answer = formatTestCase({ choice: { ...choice, direction: 'answer' }, text: '{"id":"c1"}' })
  expect(JSON.parse(answer ?? '')).toMatchObject({ format: 'chat', path: '/v1/chat/completions', request: null, response: { id: 'c1' } })
  const stream = formatTestCase({ choice: { ...choice, direction: 'stream' }, text: 'data: {}\n\n' })
  expect(JSON.parse(stream ?? '')).toMatchObject({ format: 'chat', request: null, stream: 'data: {}\n\n' })
  expect(formatTestCase({ choice: { ...choice, direction: 'request' }, text: '{' })).toBeUndefined()
})
