import { wrapSeal } from '@interlingua/core/adapter'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'

const seal = { format: 'messages', model: 'm', data: 'sig' }
const signed = { text: '', thought: true, thoughtSignature: wrapSeal(seal) }
const thought = (text: string): Record<string, unknown> => ({ text, thought: true })
const model = (...parts: readonly Record<string, unknown>[]): unknown => ({ role: 'model', parts })
const question = { role: 'user', parts: [{ text: 'q' }] }

function read(...turns: readonly unknown[]): { readonly parts: readonly (readonly unknown[])[]; readonly back: unknown } {
  const { context } = createTestContext()
  const message = { path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body: { contents: turns } }
  const request = contents.decodeRequest(contents.parseRequest(message, context), context)
  const { body } = contents.encodeRequest(request, context)
  return {
    parts: request.turns.map((turn) =>
      turn.parts.map((part) =>
        part.type === 'reasoning' ? [part.segments.map(({ text }) => text).join('|'), part.seal?.data] : part.type,
      ),
    ),
    back: body.contents,
  }
}

describe('a thought that came in the pieces of a stream', () => {
  test.each([
    [
      'in contents of their own',
      [question, model(thought('a')), model(thought('b')), model(signed), model({ text: 'x' })],
      [['text'], [['ab', 'sig']], ['text']],
    ],
    ['in one content', [question, model(thought('a'), thought('b'), signed, { text: 'x' })], [['text'], [['ab', 'sig'], 'text']]],
    [
      'before a call',
      [question, model(thought('a')), model(signed, { functionCall: { name: 'f' } })],
      [['text'], [['a', 'sig'], 'tool-call']],
    ],
    [
      'twice',
      [question, model(thought('a')), model(signed), model(thought('b')), model(signed)],
      [['text'], [['a', 'sig']], [['b', 'sig']]],
    ],
  ])('is whole with its envelope, and printed %s again', (_, turns, parts) => {
    const result = read(...turns)
    expect(result.parts).toEqual(parts)
    expect(result.back).toEqual(turns)
  })

  test.each([
    [
      'a signature of this format',
      [question, model(thought('a')), model({ ...signed, thoughtSignature: 'c2ln' })],
      [['text'], [['a', undefined]], [['', 'c2ln']]],
    ],
    [
      'no signature',
      [question, model(thought('a')), model(thought('b')), model({ text: 'x' })],
      [['text'], [['a', undefined]], [['b', undefined]], ['text']],
    ],
    [
      'something else between',
      [question, model(thought('a'), { text: 'x' }), model(signed)],
      [['text'], [['a', undefined], 'text'], [['', 'sig']]],
    ],
  ])('stays in pieces where it has %s', (_, turns, parts) => {
    const result = read(...turns)
    expect(result.parts).toEqual(parts)
    expect(result.back).toEqual(turns)
  })
})
