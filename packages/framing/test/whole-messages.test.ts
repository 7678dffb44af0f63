import type { WholeMessage } from '@interlingua/core/edge'
import {
  createChunkStreamToText,
  createEventStreamToText,
  createEventStreamWriter,
  createWholeChunkReader,
  createWholeMessageReader,
  encodeBase64Text,
  type EventStreamHeader,
} from '@interlingua/framing'
import { describe, expect, it } from 'vitest'
import { runMachine } from './run-machine.ts'

function write(headers: Readonly<Record<string, EventStreamHeader>>, payload: string): Buffer {
  const message = { type: 'message', headers: new Map(Object.entries(headers)), payload: Buffer.from(payload) } as const
  return Buffer.concat(createEventStreamWriter().push(message))
}

const event = (type: string, payload: string, more: Readonly<Record<string, EventStreamHeader>> = {}): Buffer =>
  write({ ...more, ':event-type': type, ':message-type': 'event' }, payload)
const chunk = (wire: string): Buffer => event('chunk', JSON.stringify({ bytes: encodeBase64Text(wire), p: 'abc' }))
const exception = write({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '{"message":"slow down","p":"a"}')

const readers = [
  [
    'Converse',
    createWholeMessageReader,
    createEventStreamToText,
    [
      event('messageStart', '{"role":"assistant","p":"abc"}', { future: { type: 'i64', value: 7n } }),
      event('contentBlockDelta', '{"delta": {"text":"Grüße 💡"},\n "p":"abcdef", "n": 1.0}'),
      event('of 2030', '[]'),
      exception,
    ],
  ],
  [
    'InvokeModel',
    createWholeChunkReader,
    createChunkStreamToText,
    [chunk('{"type":"message_start"}'), chunk('{"n": 1.0,\n "text":"Grüße 💡"}'), event('of 2030', '{}'), exception],
  ],
] as const

describe.each(readers)('a stream of %s', (_, createReader, createText, messages) => {
  const whole = Buffer.concat(messages)
  const texts = messages.map((bytes) => createText().push(bytes).join(''))
  const expected: readonly WholeMessage[] = messages.map((bytes, index) => ({ type: 'message', bytes, text: texts[index] ?? '' }))
  const read = (pieces: readonly Uint8Array[]): WholeMessage[] => runMachine(createReader(), pieces)

  it('gives each message with its bytes and its text, wherever its pieces end', () => {
    for (let cut = 0; cut <= whole.length; cut++)
      expect(shown(read([whole.subarray(0, cut), whole.subarray(cut)]))).toEqual(shown(expected))
    expect(shown(read([...whole].map((byte) => Uint8Array.of(byte))))).toEqual(shown(expected))
  })

  it('says so where it ends inside a message, and gives the whole ones', () => {
    const ends = messages.map((__, index) => Buffer.concat(messages.slice(0, index + 1)).length)
    for (let end = 1; end < whole.length; end++) {
      const given = read([whole.subarray(0, end)])
      const count = ends.filter((each) => each <= end).length
      expect(shown(given.slice(0, count))).toEqual(shown(expected.slice(0, count)))
      expect(given.slice(count)).toEqual(ends.includes(end) ? [] : [{ type: 'invalid', message: 'the stream ends inside a message' }])
    }
  })

  it('gives nothing behind a message that cannot be read', () => {
    for (let at = 0; at < messages[1].length; at++) {
      const bad = Buffer.from(messages[1])
      bad[at] = (bad[at] ?? 0) ^ 1
      const given = read([Buffer.concat([messages[0], bad, messages[2]])])
      expect([given.length, given[1]?.type]).toEqual([2, 'invalid'])
    }
    const nameless = write({ ':message-type': 'event' }, '{}')
    const given = read([Buffer.concat([messages[0], nameless, messages[2]])])
    expect(given.slice(1)).toEqual([{ type: 'invalid', message: 'an event has no type' }])
  })

  it('keeps none of the caller’s bytes', () => {
    const given = Buffer.from(messages[0])
    const [first] = createReader().push(given)
    given.fill(0)
    expect(shown(first ? [first] : [])).toEqual(shown(expected.slice(0, 1)))
  })
})

function shown(messages: readonly WholeMessage[]): unknown {
  return messages.map((message) => (message.type === 'invalid' ? message : [message.text, Buffer.from(message.bytes).toString('hex')]))
}
