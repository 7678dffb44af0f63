import type { GenerateRequest, GenerateResponse, Part, ReasoningPart, StreamEvent } from '@interlingua/core'
import { foldEvents, unfoldResponse } from '@interlingua/core'
import { wrapSeal } from '@interlingua/core/adapter'
import { restoreSeals } from '@interlingua/core/lower'
import { accumulateContentsStream, createTestContext, readStream, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'

const { context } = createTestContext()
const sealOf = (data: string) => ({ format: 'responses', model: 'gpt-5', data })
const thought = (data: string, text = ''): ReasoningPart => ({
  type: 'reasoning',
  segments: text === '' ? [] : [{ type: 'summary', text }],
  seal: sealOf(data),
})
const redacted: ReasoningPart = { ...thought('r'), redacted: true }
const text = (said: string): Part => ({ type: 'text', text: said })
const call: Part = { type: 'tool-call', callId: 'c', name: 'look', kind: 'function', arguments: '{}' }
const second: Part = { ...call, callId: 'd' }

function answerOf(parts: readonly Part[]): GenerateResponse {
  return { id: 'a', model: 'gpt-5', status: 'completed', candidates: [{ index: 0, parts, finish: { unified: 'stop' } }] }
}

type WirePart = Readonly<Record<string, unknown>>
const partsOf = (body: unknown): readonly WirePart[] =>
  (body as { candidates: { content: { parts: WirePart[] } }[] }).candidates[0]?.content.parts ?? [] // an answer of ours

const brief = (parts: readonly Part[]): readonly string[] =>
  parts.map((part) => {
    const own = part.seal === undefined ? '' : ` ${part.seal.data}`
    if (part.type === 'reasoning') return `${part.redacted ? 'redacted' : part.segments.map((segment) => segment.text).join('')}${own}`
    return part.type === 'text' ? `"${part.text}"${own}` : `${part.type}${own}`
  })

function historyOf(...turns: readonly (readonly WirePart[])[]) {
  const body = { contents: [{ role: 'user', parts: [{ text: 'q' }] }, ...turns.map((parts) => ({ role: 'model', parts }))] }
  const message = { path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body }
  const request = contents.decodeRequest(contents.parseRequest(message, context), context)
  return { request, body }
}

const cases: readonly (readonly [string, readonly Part[], readonly string[]])[] = [
  ['before a text', [thought('s'), text('Hi')], [' s', '"Hi"']],
  ['before a call', [thought('s'), call], [' s', 'tool-call']],
  ['two, one of them redacted', [thought('s'), redacted, text('Hi'), call], [' s', 'redacted r', '"Hi"', 'tool-call']],
  ['with text, before a call', [thought('s', 'Hm.'), text('Hi'), call], ['Hm. s', '"Hi"', 'tool-call']],
  ['with text, before a text', [thought('s', 'Hm.'), text('Hi')], ['Hm. s', '"Hi"']],
  ['between', [thought('s', 'Hm.'), text('Hi'), thought('t', 'So.'), call], ['Hm. s', '"Hi"', 'So. t', 'tool-call']],
  ['before a thought with a seal', [redacted, thought('t', 'Hm.'), text('Hi')], ['redacted r', 'Hm. t', '"Hi"']],
  ['behind a thought with a seal', [thought('t', 'Hm.'), redacted, call], ['Hm. t', 'redacted r', 'tool-call']],
  ['before each of two calls', [thought('s', 'Hm.'), call, thought('t', 'So.'), second], ['Hm. s', 'tool-call', 'So. t', 'tool-call']],
  ['before a call with a seal', [thought('s', 'Hm.'), { ...call, seal: sealOf('c') }], ['Hm. s', 'tool-call c']],
  ['at the end', [text('Hi'), thought('s', 'Hm.')], ['"Hi"', 'Hm. s']],
  ['alone, with text', [thought('s', 'Hm.')], ['Hm. s']],
  ['alone', [thought('s')], [' s']],
]

const restored = (request: GenerateRequest): readonly string[] =>
  brief(restoreSeals(request).turns.flatMap(({ author, parts }) => (author === 'assistant' ? parts : [])))
const hasData = (part: WirePart): boolean => Boolean(part['text']) || part['functionCall'] !== undefined

describe('seals of thoughts stand on parts that clients bring back', () => {
  test.each(cases)('%s', (name, parts, expected) => {
    const { body } = contents.encodeResponse(answerOf(parts), context)
    const wires = partsOf(body)
    // A response of a thought alone has no other part to carry it.
    if (name !== 'alone') expect(wires.every(hasData)).toBe(true)
    const history = historyOf(wires)
    expect(restored(history.request)).toEqual(expected)
    expect(contents.encodeRequest(history.request, context).body).toEqual(history.body)
    // Another server does not get signatures that it did not make.
    const sent = contents.encodeRequest(contents.lowerRequest(history.request, context).request, context).body
    expect(JSON.stringify(sent)).not.toContain('SUwB')
    const stream = writeStream(contents, unfoldResponse(answerOf(parts)), context)
    expect(partsOf(accumulateContentsStream(stream))).toEqual(wires)
    // A chat of the SDK returns each frame as a content of its own.
    const frames = stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? partsOf(JSON.parse(line.slice(6))) : []))
    const chat = historyOf(...frames.filter((frame) => frame['text'] !== '' || 'thoughtSignature' in frame).map((frame) => [frame]))
    expect(restored(chat.request)).toEqual(expected)
    expect(contents.encodeRequest(chat.request, context).body).toEqual(chat.body)
    if (name === 'at the end' || name === 'alone, with text') return
    // Other clients return no thoughts at all.
    expect(restored(historyOf(wires.filter((wire) => wire['thought'] !== true)).request)).toEqual(expected)
  })

  test('a text with a seal of its own stays apart from the text after it, in a stream as in a document', () => {
    const answer = answerOf([thought('s'), { type: 'text', text: 'One.', seal: sealOf('own') }, text('Two.'), call])
    const stream = writeStream(contents, unfoldResponse(answer), context)
    const again = foldEvents(readStream(contents, [stream], context))
    expect(again.candidates[0]?.parts.map((part) => ('text' in part ? [part.text, part.seal?.data] : part.type))).toEqual([
      ['One.', 'own'],
      ['Two.', undefined],
      'tool-call',
    ])
  })

  test('the last words of a streamed text have the signature', () => {
    const { seal, ...bare } = thought('s')
    const said: readonly StreamEvent[] = [
      { type: 'response-start', id: 'a', model: 'gpt-5' },
      { type: 'part-start', candidate: 0, part: 0, value: bare },
      ...(seal ? [{ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'seal', seal } } as const] : []),
      { type: 'part-end', candidate: 0, part: 0 },
      { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'Hel' } },
      { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'lo' } },
      { type: 'part-end', candidate: 0, part: 1 },
      { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } },
      { type: 'response-end', status: 'completed' },
    ]
    const stream = writeStream(contents, said, context)
    const frames = stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? partsOf(JSON.parse(line.slice(6))) : []))
    expect(frames).toEqual([{ text: 'Hel' }, { text: 'lo', thoughtSignature: expect.stringMatching(/^SUwB/) }, { text: '' }])
    const chat = historyOf(...frames.map((frame) => [frame]))
    expect(restored(chat.request)).toEqual([' s', '"Hel"', '"lo"', '""'])
    expect(contents.encodeRequest(chat.request, context).body).toEqual(chat.body)
  })

  test('what earlier releases wrote is read: envelopes on the next part, and on an empty text behind the words of the thought', () => {
    const envelopes = wrapSeal({ format: 'thoughts', data: [wrapSeal(sealOf('s')), `=${wrapSeal(sealOf('c'))}`].join(' ') })
    const { request } = historyOf([{ functionCall: { id: 'c', name: 'look' }, thoughtSignature: envelopes }])
    expect(restored(request)).toEqual([' s', 'tool-call c'])
    const python = historyOf([
      { text: 'Hm.', thought: true },
      { text: '', thoughtSignature: wrapSeal(sealOf('s')) },
      { functionCall: { id: 'c', name: 'look' } },
    ])
    expect(restored(python.request)).toEqual(['Hm. s', 'tool-call'])
  })
})
