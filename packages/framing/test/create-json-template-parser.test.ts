import { parseDocument } from '@interlingua/core'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createJsonTemplateParser } from '@interlingua/framing'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const parsed = (text: string): unknown => parseDocument(text)

/** Reads the texts one after the other, and compares each with what `parseDocument` says. */
const expectSame = (texts: readonly string[]): void => {
  const parse = createJsonTemplateParser()
  const values = texts.map((text) => parse(text))
  // Only now: no value may have changed with those that came after it.
  expect(values).toEqual(texts.map(parsed))
}

const delta = (text: string): string => JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })

/** Three alike, so that the next is one more of them. */
const before = [delta('a'), delta('b'), delta('c')]

describe('texts that repeat one another', () => {
  it.each([
    ['a plain text', delta('more')],
    ['an escape', delta('a "quoted" \\ \n \u2028 word')],
    ['an escaped backslash at the end', delta('\\')],
    ['a character that is written as an escape', before[0]?.replace('"a"', '"\\u00e9\\ud83d\\ude00"') ?? ''],
    ['no text', delta('')],
    ['twelve characters', delta('twelve chars')],
    ['thirteen characters', delta('thirteen chrs')],
    ['an escape at the end of twelve characters', delta('elf letters\n')],
    ['a short text outside of ASCII', delta('\u00e9\u2028\u{1f600}')],
    ['another index', delta('x').replace('"index":0', '"index":1')],
    ['another type', delta('x').replace('text_delta', 'thinking_delta')],
    ['one key more', delta('x').replace('"index":0', '"index":0,"more":1')],
    ['a key more behind', delta('x').replace('}}', '},"more":1}')],
    ['a key less', delta('x').replace('"index":0,', '')],
    ['a number for the text', delta('x').replace('"x"', '7')],
    ['an object for the text', delta('x').replace('"x"', '{"a":"b"}')],
    ['blanks before the last brace', `${delta('x').slice(0, -1)}     }`],
    ['blanks everywhere', JSON.stringify(JSON.parse(delta('x')), undefined, 2)],
    ['a tab that is not escaped', delta('x').replace('"x"', '"\t"')],
    ['an escape that is none', delta('x').replace('"x"', '"\\x"')],
    ['a text that does not end', delta('x').slice(0, -3)],
    ['something behind the end', `${delta('x')}x`],
    ['a second object behind the end', `${delta('x')}${delta('x')}`],
    ['a quote in the middle', delta('x').replace('"x"', '"x"x"')],
    ['nothing', ''],
  ])('%s is read as parseDocument reads it', (_, text) => {
    expectSame([...before, text, delta('y')])
    expectSame([...before, text, text, text, delta('y')])
  })

  it('is learnt for objects of any keys', () => {
    for (let size = 1; size < 200; size++) {
      const text = (said: string): string => JSON.stringify({ [`key${size}`]: said, [`a longer name, ${size * 7919}`]: size })
      expectSame(['a', 'b', 'c', 'd', 'e'].map((letter) => text(letter)))
    }
  })

  it.each(['0', '7', '123456789012345', '1234567890123456789', '-1', '1.5', '1e3', '-0', '01', '007', '', '1.', 'null', '"7"'])(
    'a count of %j is read as parseDocument reads it',
    (count) => {
      const frame = (number: string): string => `{"usage":{"input":42,"output":${number}},"text":"it goes on and on"}`
      expectSame([frame('1'), frame('2'), frame('3'), frame(count), frame('4')])
    },
  )

  it.each([
    ['a key that comes twice', (text: string) => `{"type":"a delta of text","text":"${text}","text":"last"}`],
    ['a key that comes twice, the last one new', (text: string) => `{"type":"a delta of text","text":"first","text":"${text}"}`],
    ['a key with an escape', (text: string) => `{"type":"a delta of text","te\\u0078t":"${text}"}`],
    ['a key that is the prototype', (text: string) => `{"type":"a delta of text","__proto__":{"text":"${text}"}}`],
    ['keys that are numbers', (text: string) => `{"type":"a delta of text","2":{"1":"${text}"},"1":"${text}"}`],
    ['lists in lists', (text: string) => `{"type":"a delta of text","list":[[1,"${text}"],[["${text}"]],[]]}`],
  ])('%s is read as parseDocument reads it', (_, encode) => {
    const texts = ['a', 'b', 'c', 'd'].map(encode)
    const parse = createJsonTemplateParser()
    for (const text of texts) expect(JSON.stringify(parse(text))).toBe(JSON.stringify(parseDocument(text)))
    expect(Object.getPrototypeOf(parse(texts[0] ?? ''))).toBe(Object.prototype)
  })

  it('reads any row of texts as parseDocument reads them', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    )
    const tree = fc.jsonValue({ maxDepth: 4 })
    const row = fc
      .tuple(
        tree,
        fc.array(fc.record({ text: leaf, count: leaf, sometimes: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, tree) }), {
          maxLength: 12,
        }),
      )
      .map(([shared, events]) =>
        events.map(({ text, count, sometimes }) =>
          JSON.stringify({ type: 'an event of a stream', shared, inner: [{ text, shared }, count], sometimes }),
        ),
      )
    fc.assert(fc.property(row, expectSame), runs(2000))
  })

  it('leaves what it gave before as it was', () => {
    const parse = createJsonTemplateParser()
    const texts = Array.from({ length: 20 }, (_, index) => delta(`piece ${index}`))
    const values = texts.map((text) => parse(text))
    expect(values.map((value) => JSON.stringify(value))).toEqual(texts)
    expect(new Set(values).size).toBe(20)
  })

  it('reads all but the padding anew', () => {
    const parse = createJsonTemplateParser('padding')
    const frame = (text: string, padding: string): string => JSON.stringify({ type: 'a delta of text', text, padding })
    for (const text of ['a', 'b', 'c', 'd']) {
      expect(parse(frame(text, text.repeat(5)))).toEqual({ type: 'a delta of text', text, padding: expect.any(String) })
    }
  })
})
