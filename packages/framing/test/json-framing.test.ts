import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createJsonArrayParser,
  createJsonArraySerializer,
  createJsonLinesParser,
  serializeJsonLine,
  type FramedText,
} from '@interlingua/framing'
import { arbitraryCuts, cutText } from './cut-text.ts'
import { runMachine } from './run-machine.ts'

const wide = { maxEventLength: 1_000_000 }
const readArray = (...chunks: string[]): FramedText[] => runMachine(createJsonArrayParser(wide), chunks)
const readLines = (...chunks: string[]): FramedText[] => runMachine(createJsonLinesParser(wide), chunks)
const events = (...data: string[]): FramedText[] => data.map((each) => ({ type: 'event', data: each }))
const invalid = (message: string): FramedText => ({ type: 'invalid', message })

describe('a JSON array', () => {
  it.each([
    ['has its elements given one by one', '[{"a":[1,{"b":"]}"}]}\n,\r\n{"c":2}\n]', events('{"a":[1,{"b":"]}"}]}', '{"c":2}')],
    ['may hold anything', '[1, "a\\"]", null ,[[]],{}, -1.5e3]', events('1', '"a\\"]"', 'null', '[[]]', '{}', '-1.5e3')],
    ['keeps backslashes in strings apart', '[{"a":"\\\\"},{"b":"\\\\\\""}]', events('{"a":"\\\\"}', '{"b":"\\\\\\""}')],
    ['may be empty', ' [ ] ', []],
    ['may begin with a byte order mark', '\uFEFF[1]', events('1')],
    ['may be a lone object instead', '{"error":{"code":500}}\n', events('{"error":{"code":500}}')],
    ['is cut inside an element', '[{"a":1},{"b":', [...events('{"a":1}'), invalid('the stream ends inside the array')]],
    ['is cut between elements', '[{"a":1}', [...events('{"a":1}'), invalid('the stream ends inside the array')]],
    ['is not there', 'upstream error', [invalid('the stream is not a JSON array')]],
    ['is empty text', '', [invalid('the stream is empty')]],
    ['lacks a comma', '[{"a":1}{"b":1}]', [...events('{"a":1}'), invalid('no comma between two elements')]],
    ['lacks an element', '[1,,2]', [...events('1'), invalid('an element is missing')]],
    ['ends in a comma', '[1,]', [...events('1'), invalid('an element is missing')]],
    ['goes on behind its end', '[1] [2]', [...events('1'), invalid('text behind the end of the array')]],
  ] as [string, string, FramedText[]][])('%s', (_, text, expected) => {
    expect(readArray(text)).toEqual(expected)
    expect(readArray(...text)).toEqual(expected)
    for (let cut = 1; cut < text.length; cut += 1) expect(readArray(text.slice(0, cut), text.slice(cut))).toEqual(expected)
  })

  it('is read back as it was written, however it is cut and spaced', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(undefined, 2), arbitraryCuts, (values, space, cuts) => {
        const texts = values.map((value) => JSON.stringify(value, null, space))
        const text = runMachine(createJsonArraySerializer(), texts).join('')
        expect(JSON.parse(text)).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))))
        expect(readArray(...cutText(text, cuts))).toEqual(events(...texts))
      }),
    )
  })

  it('gives an element before the next one comes', () => {
    const parser = createJsonArrayParser(wide)
    expect(parser.push('[{"a":1}')).toEqual(events('{"a":1}'))
    expect(parser.push('\n,')).toEqual([])
  })

  it('refuses an element over the limit once and ignores the rest', () => {
    const tooLong = invalid('an element is longer than 10 characters')
    const text = `[{"a":1},"${'x'.repeat(9)}",1]`
    for (const chunks of [[text], [...text]])
      expect(runMachine(createJsonArrayParser({ maxEventLength: 10 }), chunks)).toEqual([...events('{"a":1}'), tooLong])
    const parser = createJsonArrayParser({ maxEventLength: 1000 })
    const outputs = [...parser.push('[{"a":"')]
    for (let round = 0; round < 1000; round += 1) outputs.push(...parser.push('x'.repeat(1000)))
    expect(outputs).toEqual([invalid('an element is longer than 1000 characters')])
  })

  it('reads hostile depth without a stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(readArray(`[${deep}]`)).toEqual(events(deep))
  })
})

describe('JSON lines', () => {
  it.each([
    ['are given one by one', '{"a":1}\n{"b":2}\n', events('{"a":1}', '{"b":2}')],
    ['may end in CRLF, and blank ones are nothing', '{"a":1}\r\n\r\n \n{"b":2}\r\n', events('{"a":1}', '{"b":2}')],
    ['may lack the last line break', '{"a":1}\n{"b":2}', events('{"a":1}', '{"b":2}')],
    ['are not given in pieces', '{"a":1}\n{"b":', [...events('{"a":1}'), invalid('the stream ends inside a line')]],
    ['may begin with a byte order mark', '\uFEFF1\n', events('1')],
  ] as [string, string, FramedText[]][])('%s', (_, text, expected) => {
    expect(readLines(text)).toEqual(expected)
    expect(readLines(...text)).toEqual(expected)
    for (let cut = 1; cut < text.length; cut += 1) expect(readLines(text.slice(0, cut), text.slice(cut))).toEqual(expected)
  })

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), arbitraryCuts, (values, cuts) => {
        const text = values.map((value) => serializeJsonLine(JSON.stringify(value, null, 1))).join('')
        expect(text.split('\n')).toHaveLength(values.length + 1)
        const parsed = readLines(...cutText(text, cuts)).map((line) => (line.type === 'event' ? JSON.parse(line.data) : line))
        expect(parsed).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))))
      }),
    )
  })

  it('refuse a line over the limit once and ignore the rest', () => {
    const text = `1\n"${'x'.repeat(9)}"\n2\n`
    const expected = [...events('1'), invalid('a line is longer than 10 characters')]
    for (const chunks of [[text], [...text]]) expect(runMachine(createJsonLinesParser({ maxEventLength: 10 }), chunks)).toEqual(expected)
  })
})
