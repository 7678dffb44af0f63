import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createEventStreamReader,
  createEventStreamToText,
  createEventStreamWriter,
  createTextToEventStream,
  defaultEventStreamLimits,
  type EventStreamHeader,
  type EventStreamLimits,
  type EventStreamMessage,
} from '@interlingua/framing'
import { runMachine } from './run-machine.ts'

/** Made with `@smithy/eventstream-codec`. */
const known = Buffer.from(
  '0000007a00000051ca2c46650b3a6576656e742d7479706507000b6d65737361676553746f700d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b2273746f70526561736f6e223a22656e645f7475726e227d5fbf09fc',
  'hex',
)
const knownText = 'event: messageStop\ndata: {"stopReason":"end_turn"}\n\n'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (chunks: Iterable<Uint8Array>, limits?: EventStreamLimits): EventStreamMessage[] =>
  runMachine(createEventStreamReader(limits), chunks)
const write = (...messages: readonly EventStreamMessage[]): Uint8Array => Buffer.concat(runMachine(createEventStreamWriter(), messages))
const message = (headers: Readonly<Record<string, EventStreamHeader>>, payload = ''): EventStreamMessage => ({
  type: 'message',
  headers: new Map(Object.entries(headers)),
  payload: utf8(payload),
})
const toText = (...chunks: readonly Uint8Array[]): string => runMachine(createEventStreamToText(), chunks).join('')
const fromText = (text: string): Uint8Array => Buffer.concat(runMachine(createTextToEventStream(), [text]))
const event = (type: string, payload: string): EventStreamMessage =>
  message({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload)
const invalid = (text: string): EventStreamMessage => ({ type: 'invalid', message: text })
const bytewise = (bytes: Uint8Array): Uint8Array[] => [...bytes].map((byte) => Uint8Array.of(byte))
const altered = (bytes: Uint8Array, at: number, bit = 1): Uint8Array => {
  const changed = Uint8Array.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ bit
  return changed
}

describe('the known message', () => {
  it('is read', () => expect(read([known])).toEqual([event('messageStop', '{"stopReason":"end_turn"}')]))
  it('is written', () => expect(write(event('messageStop', '{"stopReason":"end_turn"}'))).toEqual(known))
  it('is one event as text', () => expect(toText(known)).toBe(knownText))
  it('comes of its text', () => expect(fromText(knownText)).toEqual(known))
  it('may have no headers and no payload', () => {
    const empty: EventStreamMessage = { type: 'message', headers: new Map(), payload: new Uint8Array(0) }
    expect(write(empty)).toHaveLength(16)
    expect(read([write(empty)])).toEqual([empty])
  })
})

describe('a stream that is cut', () => {
  const messages = [
    event('messageStart', '{"role":"assistant"}'),
    event('contentBlockDelta', '{"delta":{"text":"Grüße 💡"}}'),
    event('x', ''),
  ]
  const bytes = write(...messages)
  const ends = messages.map((_, index) => write(...messages.slice(0, index + 1)).length)

  it('gives the same messages, wherever its pieces end', () => {
    expect(read(bytewise(bytes))).toEqual(messages)
    for (let cut = 0; cut <= bytes.length; cut++) expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(messages)
  })

  it('gives each message as soon as its last byte is there', () => {
    const reader = createEventStreamReader()
    for (const [at, piece] of bytewise(bytes).entries()) expect(reader.push(piece)).toHaveLength(ends.includes(at + 1) ? 1 : 0)
  })

  it('says so where it ends inside a message, and gives the whole ones', () => {
    for (let end = 0; end < bytes.length; end++) {
      const whole = ends.filter((each) => each <= end).length
      const lost = end === 0 || ends.includes(end) ? [] : [invalid('the stream ends inside a message')]
      expect(read([bytes.subarray(0, end)])).toEqual([...messages.slice(0, whole), ...lost])
    }
  })

  it('is an event that says so as text', () => {
    expect(toText(known, known.subarray(0, 60))).toBe(
      `${knownText}event: invalid\ndata: {"message":"the stream ends inside a message"}\n\n`,
    )
  })

  it('keeps none of the caller’s bytes', () => {
    const given = Uint8Array.from(known)
    const [first] = createEventStreamReader().push(given)
    given.fill(0)
    expect(first).toEqual(event('messageStop', '{"stopReason":"end_turn"}'))
  })
})

describe('a stream that is not right', () => {
  it('has a checksum that tells each flipped bit, and ends there', () => {
    for (let at = 0; at < known.length; at++)
      for (const bit of [1, 128]) {
        const [first, ...more] = read([altered(known, at, bit), known])
        expect(first?.type).toBe('invalid')
        expect(more).toEqual([])
      }
  })

  it.each([
    ['another body', [utf8('<html>Bad gateway</html>')], 'the stream is not an event stream'],
    ['a wrong checksum of a prelude', [known, altered(known, 9)], 'a prelude has a wrong checksum'],
    ['a wrong checksum of a message', [altered(known, 100)], 'a message has a wrong checksum'],
    ['a length below that of a frame', [prelude(15, 0)], 'a message is shorter than its parts'],
    ['headers longer than the message', [prelude(100, 85)], 'a message is shorter than its parts'],
    ['a length beyond reason', [prelude(0xffffffff, 0)], 'a payload is longer than 16777216 bytes'],
    ['headers beyond reason', [prelude(0xffffffff, 0xfffffff0 - 1)], 'headers are longer than 131072 bytes'],
    ['a header of no known type', [frame([1, 97, 10])], 'the headers of a message cannot be read'],
    ['a header that ends behind them', [frame([1, 97, 7, 0, 9, 97])], 'the headers of a message cannot be read'],
    ['a number that ends behind them', [frame([1, 97, 4, 0, 9])], 'the headers of a message cannot be read'],
    ['a name that ends behind them', [frame([9, 97])], 'the headers of a message cannot be read'],
    ['a name that is not UTF-8', [frame([1, 255, 0])], 'the headers of a message cannot be read'],
    ['a text that is not UTF-8', [frame([1, 97, 7, 0, 1, 192])], 'the headers of a message cannot be read'],
  ] as [string, Uint8Array[], string][])('%s is told once, and the rest ignored', (_, chunks, text) => {
    for (const pieces of [chunks, chunks.flatMap(bytewise)]) expect(read([...pieces, known]).at(-1)).toEqual(invalid(text))
    expect(read(chunks).filter(({ type }) => type === 'invalid')).toHaveLength(1)
  })

  it('is refused by its prelude alone, before anything else came', () => {
    const limits = { maxPayloadLength: 10, maxHeadersLength: 10 }
    expect(createEventStreamReader(limits).push(prelude(16 + 10 + 11, 10))).toEqual([invalid('a payload is longer than 10 bytes')])
    expect(createEventStreamReader(limits).push(prelude(16 + 11, 11))).toEqual([invalid('headers are longer than 10 bytes')])
    expect(createEventStreamReader(limits).push(prelude(16 + 20, 10))).toEqual([])
  })

  it('holds no more than came, whatever a length promises', () => {
    const before = process.memoryUsage().arrayBuffers
    const readers = Array.from({ length: 64 }, () => {
      const reader = createEventStreamReader()
      reader.push(prelude(16 + defaultEventStreamLimits.maxPayloadLength, 0))
      return reader
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(defaultEventStreamLimits.maxPayloadLength)
    expect(readers.flatMap((reader) => reader.end())).toHaveLength(64)
  })

  it('is read in linear time, byte by byte', () => {
    const time = (length: number): number => {
      const bytes = write(event('x', 'y'.repeat(length)))
      const before = process.threadCpuUsage()
      for (let left = 1_600_000; left > 0; left -= length) {
        const reader = createEventStreamReader()
        for (let at = 0; at < bytes.length; at++) reader.push(bytes.subarray(at, at + 1))
      }
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    const short = time(50_000)
    // A quadratic reader would take 32 times as long.
    expect(time(1_600_000)).toBeLessThan(8 * Math.max(short, 50))
  })
})

describe('what is written', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 })
  const octets = fc.uint8Array({ maxLength: 20 })
  const header: fc.Arbitrary<EventStreamHeader> = fc.oneof(
    text,
    fc.boolean(),
    fc.integer({ min: -128, max: 127 }).map((value): EventStreamHeader => ({ type: 'i8', value })),
    fc.integer({ min: -32768, max: 32767 }).map((value): EventStreamHeader => ({ type: 'i16', value })),
    fc.integer().map((value): EventStreamHeader => ({ type: 'i32', value })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): EventStreamHeader => ({ type: 'i64', value })),
    fc.bigInt({ min: 0n, max: 2n ** 43n }).map((value): EventStreamHeader => ({ type: 'timestamp', value })),
    octets.map((value): EventStreamHeader => ({ type: 'bytes', value })),
    fc.uint8Array({ minLength: 16, maxLength: 16 }).map((value): EventStreamHeader => ({ type: 'uuid', value })),
  )
  const anyMessage = fc
    .tuple(fc.array(fc.tuple(text, header), { maxLength: 5 }), octets)
    .map(([headers, payload]): EventStreamMessage => ({ type: 'message', headers: new Map(headers), payload }))
  const cuts = fc.array(fc.nat(), { maxLength: 8 })

  const pieces = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
    const ends = [...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
    return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
  }

  it('is read back as it was, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 5 }), cuts, (messages, places) => {
        expect(read(pieces(write(...messages), places))).toEqual(messages)
      }),
    )
  })

  it.each([
    ['a name over 255 bytes', { ['é'.repeat(128)]: '' }],
    ['a value over 65,535 bytes', { a: 'x'.repeat(65_536) }],
    ['a number over its size', { a: { type: 'i8', value: 128 } as const }],
    ['a number with a fraction', { a: { type: 'i32', value: 0.5 } as const }],
    ['an id of another length', { a: { type: 'uuid', value: new Uint8Array(15) } as const }],
  ])('is an error message in the place of %s', (_, headers) => {
    expect(read([write(message(headers))])).toEqual([
      message({ ':error-code': 'invalid', ':error-message': 'a header cannot be written', ':message-type': 'error' }),
    ])
  })

  it('comes back from text as it was, but for the padding', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
    const name = fc.constantFrom('messageStart', 'contentBlockDelta', 'metadata')
    fc.assert(
      fc.property(fc.array(fc.tuple(name, object, fc.constantFrom(undefined, 1)), { maxLength: 5 }), cuts, (events, places) => {
        const bytes = write(...events.map(([type, payload, space]) => event(type, JSON.stringify(payload, null, space))))
        const text = runMachine(createEventStreamToText(), pieces(bytes, places)).join('')
        const again = read([fromText(text)]).map((each) =>
          each.type === 'message' ? [each.headers.get(':event-type'), JSON.parse(new TextDecoder().decode(each.payload))] : each,
        )
        const bare = events.map(([type, payload]) => {
          const { p: _, ...rest } = JSON.parse(JSON.stringify(payload))
          return [type, rest]
        })
        expect(again).toEqual(bare)
      }),
    )
  })
})

describe('the padding', () => {
  it.each([
    ['{"p":"abc","role":"assistant"}', '{"role":"assistant"}'],
    ['{"contentBlockIndex":0,"delta":{"text":"\\",\\"p\\":1"},"p":"abc"}', '{"contentBlockIndex":0,"delta":{"text":"\\",\\"p\\":1"}}'],
    ['{"metrics":{"p":1},"p":"abc","usage":{"n":12345678901234567890}}', '{"metrics":{"p":1},"usage":{"n":12345678901234567890}}'],
    ['{"p":"a"}', '{}'],
    ['{ "a" : [1, {"p": 2}, "p"] , "p" : "a\\\\" }', '{ "a" : [1, {"p": 2}, "p"] }'],
    ['{"a":"p","pp":1}', '{"a":"p","pp":1}'],
    ['["p",{"p":1}]', '["p",{"p":1}]'],
    ['{"p":"not the en', '{"p":"not the en'],
    ['{"p":[', '{"p":['],
  ])('is left out of %s, and all else stays as it is spelled', (payload, bare) => {
    expect(toText(write(event('x', payload)))).toBe(`event: x\ndata: ${bare}\n\n`)
  })
})

describe('failures', () => {
  const one = (headers: Readonly<Record<string, EventStreamHeader>>, payload = ''): string =>
    toText(write(message(headers, payload)), known)
  const thrown = { ':exception-type': 'throttlingException', ':message-type': 'exception' }

  it.each([
    ['an exception', thrown, '{"message":"slow down","p":"ab"}', '{"type":"throttlingException","message":"slow down"}'],
    ['one that says more', thrown, '{"originalStatusCode":429,"type":"x"}', '{"type":"throttlingException","originalStatusCode":429}'],
    ['one in words', thrown, 'slow down', '{"type":"throttlingException","message":"slow down"}'],
    ['one without a name', { ':message-type': 'exception' }, '{"message":"no"}', '{"type":"","message":"no"}'],
    [
      'an error',
      { ':message-type': 'error', ':error-code': 'InternalError', ':error-message': 'oh\nno' },
      '',
      '{"type":"InternalError","message":"oh\\nno"}',
    ],
  ])('%s is an event of that name', (_, headers, payload, data) => {
    expect(one(headers, payload)).toBe(`event: exception\ndata: ${data}\n\n${knownText}`)
  })

  it.each([
    ['no kind', { ':content-type': 'application/json' }, '{}', 'a message does not say what kind it is'],
    ['an unknown kind', { ':message-type': 'greeting', ':event-type': 'x' }, '{}', 'a message does not say what kind it is'],
    ['no type', { ':message-type': 'event' }, '{}', 'an event has no type'],
  ])('a message of %s ends the stream', (_, headers, payload, text) => {
    expect(one(headers, payload)).toBe(`event: invalid\ndata: {"message":"${text}"}\n\n`)
  })

  it.each([
    [[0xff]],
    [[0xc3]],
    [[0xc0, 0x80]],
    [[0xe0, 0x80, 0x80]],
    [[0xed, 0xa0, 0x80]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xe2, 0x82, 0x41]],
  ])('a payload that is not UTF-8 (%j) ends the stream', (octets) => {
    const bad: EventStreamMessage = { type: 'message', headers: new Map([[':event-type', 'x']]), payload: Uint8Array.from(octets) }
    expect(toText(write(bad), known)).toBe('event: invalid\ndata: {"message":"a payload is not UTF-8"}\n\n')
  })

  it('is an event all the same where only its kind is left out', () => {
    expect(one({ ':event-type': 'x' }, '{"a":1}')).toBe(`event: x\ndata: {"a":1}\n\n${knownText}`)
  })

  it.each([
    ['an exception', 'event: exception\ndata: {"type":"throttlingException","message":"slow down"}\n\n'],
    ['one that says more', 'event: exception\ndata: {"type":"modelStreamErrorException","message":"","originalStatusCode":500}\n\n'],
  ])('%s comes back as it was written', (_, text) => expect(toText(fromText(text))).toBe(text))

  it.each([
    ['what was invalid', 'event: invalid\ndata: {"message":"cut"}\n\n', 'cut'],
    ['an exception without a name', 'event: exception\ndata: {"message":"no"}\n\n', 'no'],
    ['an exception that is no JSON', 'event: exception\ndata: no\n\n', 'the stream failed'],
    ['text that ends in the middle', 'event: x\ndata: {"a":', 'the stream ends inside an event'],
  ])('%s is written as an error', (_, text, said) => {
    expect(read([fromText(text)])).toEqual([message({ ':error-code': 'invalid', ':error-message': said, ':message-type': 'error' })])
  })

  it('has no message for a comment, and one for an event without a name', () => {
    expect(toText(fromText(': ping\n\ndata: {"a":1}\n\n'))).toBe('event: message\ndata: {"a":1}\n\n')
  })

  it('refuses a text that is longer than it may be', () => {
    const writer = createTextToEventStream({ maxEventLength: 20 })
    expect(read(runMachine(writer, ['data: ', 'x'.repeat(30), '\n\n']))).toEqual([
      message({ ':error-code': 'invalid', ':error-message': 'an event is longer than 20 characters', ':message-type': 'error' }),
    ])
  })
})

/** A prelude with a right checksum: a message without headers and payload shows how one is written. */
function prelude(total: number, headers: number): Uint8Array {
  const bytes = new Uint8Array(12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, total)
  view.setUint32(4, headers)
  view.setUint32(8, checksum(bytes.subarray(0, 8)))
  return bytes
}

function frame(headers: readonly number[]): Uint8Array {
  const bytes = Uint8Array.from([...prelude(16 + headers.length, headers.length), ...headers, 0, 0, 0, 0])
  new DataView(bytes.buffer).setUint32(bytes.length - 4, checksum(bytes.subarray(0, -4)))
  return bytes
}

/** Bit by bit: not the table that is tested. */
function checksum(bytes: Uint8Array): number {
  let word = 0xffffffff
  for (const byte of bytes) {
    word ^= byte
    for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1
  }
  return (word ^ 0xffffffff) >>> 0
}
