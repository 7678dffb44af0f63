import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createSseParser, serializeSseComment, serializeSseEvent, type SseEvent } from '@interlingua/framing'
import { arbitraryCuts, cutText } from './cut-text.ts'
import { runMachine } from './run-machine.ts'

vi.setConfig({ testTimeout: 60_000 })

const wide = { maxEventLength: 1_000_000 }
const read = (...chunks: string[]): SseEvent[] => runMachine(createSseParser(wide), chunks)
const event = (data: string, name?: string): SseEvent =>
  name === undefined ? { type: 'event', data } : { type: 'event', event: name, data }

describe('pitfall 48: the standard is kept', () => {
  it.each([
    ['a space after the colon or none', 'data:{"a":1}\n\ndata: {"a":1}\n\n', [event('{"a":1}'), event('{"a":1}')]],
    ['only one space is taken away', 'data:  x\n\n', [event(' x')]],
    ['CRLF', 'event: e\r\ndata: x\r\n\r\ndata: y\r\n\r\n', [event('x', 'e'), event('y')]],
    ['CR alone', 'event: e\rdata: x\r\rdata: y\r\r', [event('x', 'e'), event('y')]],
    ['mixed line ends', 'data: a\rdata: b\r\ndata: c\n\r\n', [event('a\nb\nc')]],
    ['a byte order mark', '\uFEFFdata: x\n\n', [event('x')]],
    ['several lines of data', 'data: a\ndata:\ndata: b\n\n', [event('a\n\nb')]],
    ['an event without data is none', 'event: e\n\ndata: x\n\n', [event('x')]],
    ['an empty name is none', 'event:\ndata: x\n\n', [event('x')]],
    ['comments', ': ping\n\n:\n\ndata: x\n\n', [{ type: 'comment', text: 'ping' }, { type: 'comment', text: '' }, event('x')]],
    ['ids, retries and unknown fields', 'id: 7\nretry: 10\nfoo: bar\nnonsense\ndata: x\n\n', [event('x')]],
    ['names are case-sensitive', 'Data: x\ndata: y\n\n', [event('y')]],
    ['events behind a done mark', 'data: [DONE]\n\ndata: {"late":1}\n\n', [event('[DONE]'), event('{"late":1}')]],
    ['nothing at all', '', []],
  ] as [string, string, SseEvent[]][])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
    expect(read(...text)).toEqual(expected)
    for (let cut = 1; cut < text.length; cut += 1) expect(read(text.slice(0, cut), text.slice(cut))).toEqual(expected)
  })

  it('gives an event as soon as its blank line is there, before a second character of CRLF', () => {
    const parser = createSseParser(wide)
    expect(parser.push('data: x\r\n\r')).toEqual([event('x')])
    expect(parser.push('\ndata: y\n\n')).toEqual([event('y')])
    expect(parser.end()).toEqual([])
  })
})

describe('pitfall 47: a stream that ends in the middle', () => {
  const cut: SseEvent = { type: 'invalid', message: 'the stream ends inside an event' }

  it.each([
    ['gives a last event whose blank line is missing', 'data: {"a":1}\n', [event('{"a":1}')]],
    ['gives it after CR', 'data: {"a":1}\r', [event('{"a":1}')]],
    ['gives it after CRLF', 'event: e\r\ndata: {"a":1}\r\n', [event('{"a":1}', 'e')]],
    ['gives a last event whose line break is missing when its JSON is whole', 'data: {"a":1}', [event('{"a":1}')]],
    ['gives a done mark whose line break is missing', 'data: {"a":1}\n\ndata: [DONE]', [event('{"a":1}'), event('[DONE]')]],
    ['never gives a piece of a JSON text', 'data: {"a":1', [cut]],
    ['never gives the first lines of a JSON text', 'data: {\ndata: "a":1\n', [cut]],
    ['never gives a piece of a word', 'data: [DON', [cut]],
    ['never gives a number that could go on', 'data: 12', [cut]],
    ['gives a whole line of text that is not JSON', 'data: hello\n', [event('hello')]],
    ['has nothing to give for half a name', 'event: message_st', []],
    ['has nothing to give for half a comment', ': keep-al', []],
    ['has nothing to give for a name without data', 'event: message_stop\n', []],
  ] as [string, string, SseEvent[]][])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
    expect(read(...text)).toEqual(expected)
  })

  it('shows of every prefix only whole events and at most one report, which is the last', () => {
    const text = 'event: a\r\ndata: {"text":"one"}\r\n\r\n: ping\r\n\r\ndata: {"text":\r\ndata: "two"}\r\n\r\ndata: [DONE]\r\n\r\n'
    const whole = read(text)
    for (let length = 0; length < text.length; length += 1) {
      const part = read(text.slice(0, length))
      const given = part.filter(({ type }) => type !== 'invalid')
      expect(whole.slice(0, given.length)).toEqual(given)
      expect(part.slice(0, given.length)).toEqual(given)
      expect(part.length - given.length).toBeLessThanOrEqual(1)
    }
  })
})

describe('limits', () => {
  const narrow = { maxEventLength: 20 }
  const tooLong: SseEvent = { type: 'invalid', message: 'an event is longer than 20 characters' }

  it.each([
    ['an event of exactly the limit passes', `data: ${'x'.repeat(20)}\n\n`, [event('x'.repeat(20))]],
    ['one more is refused, and the rest ignored', `data: a\n\ndata: ${'x'.repeat(21)}\n\ndata: b\n\n`, [event('a'), tooLong]],
    ['several lines count together', `data: ${'x'.repeat(10)}\ndata: ${'x'.repeat(10)}\n\ndata: b\n\n`, [tooLong]],
    ['a name counts', `event: ${'x'.repeat(21)}\ndata: b\n\n`, [tooLong]],
    ['a comment counts', `: ${'x'.repeat(21)}\n\ndata: b\n\n`, [tooLong]],
  ] as [string, string, SseEvent[]][])('%s, however it is cut', (_, text, expected) => {
    expect(runMachine(createSseParser(narrow), [text])).toEqual(expected)
    expect(runMachine(createSseParser(narrow), text)).toEqual(expected)
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(runMachine(createSseParser(narrow), [text.slice(0, cut), text.slice(cut)])).toEqual(expected)
    }
  })

  it.each(['data: ', 'event: ', ': ', 'id: ', 'foo: ', ''])('a line beginning %j that never ends gives at most one report', (beginning) => {
    const parser = createSseParser({ maxEventLength: 1000 })
    const outputs = [...parser.push(beginning)]
    const piece = 'x'.repeat(1000)
    for (let round = 0; round < 2000; round += 1) outputs.push(...parser.push(piece))
    outputs.push(...parser.end())
    const buffered = /^(data|event|id)?:/.test(beginning)
    expect(outputs).toEqual(buffered ? [{ type: 'invalid', message: 'an event is longer than 1000 characters' }] : [])
  })

  it('reads a long line that comes character by character in linear time', () => {
    /** Milliseconds that so many characters take of the processor, in lines of this length: others have the machine as well. */
    const time = (length: number): number => {
      const text = `data: ${'x'.repeat(length)}\n\n`
      const before = process.threadCpuUsage()
      for (let left = 1_600_000; left > 0; left -= length) {
        const parser = createSseParser({ maxEventLength: 10_000_000 })
        for (const character of text) parser.push(character)
      }
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    const short = time(50_000)
    // A quadratic parser would take 32 times as long.
    expect(time(1_600_000)).toBeLessThan(8 * Math.max(short, 50))
  })
})

describe('what is written', () => {
  it('has a name, data and a blank line', () => {
    expect(serializeSseEvent({ event: 'message_stop', data: '{"type":"message_stop"}' })).toBe(
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    )
    expect(serializeSseEvent({ data: '[DONE]' })).toBe('data: [DONE]\n\n')
    expect(serializeSseComment('ping')).toBe(': ping\n\n')
  })

  it('cannot be broken out of by line breaks', () => {
    expect(read(serializeSseEvent({ event: 'a\ndata: evil', data: 'x\r\ny\rz\n\nevent: evil' }))).toEqual([
      event('x\ny\nz\n\nevent: evil', 'a'),
    ])
    expect(read(serializeSseComment('a\n\ndata: evil\r\rdata: evil\n\n'))).toEqual(
      ['a', '', 'data: evil', '', 'data: evil', '', ''].map((text) => ({ type: 'comment', text })),
    )
  })

  it('is read back as it was, however it is cut', () => {
    const line = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, '').replace(/^\uFEFF/, ''))
    const written: fc.Arbitrary<SseEvent> = fc.oneof(
      fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => event(lines.join('\n'))),
      fc
        .tuple(
          line,
          line.filter((name) => name !== ''),
        )
        .map(([data, name]) => event(data, name)),
      line.map((text): SseEvent => ({ type: 'comment', text })),
    )
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), fc.constantFrom('\n', '\r', '\r\n'), arbitraryCuts, (events, lineEnd, cuts) => {
        const text = events
          .map((each) => (each.type === 'event' ? serializeSseEvent(each) : each.type === 'comment' ? serializeSseComment(each.text) : ''))
          .join('')
          .replaceAll('\n', lineEnd)
        expect(read(...cutText(text, cuts))).toEqual(events)
      }),
    )
  })
})
