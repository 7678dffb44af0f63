import type { JsonObject } from '@interlingua/core'
import { translateStream } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { checkContentsRequest, checkContentsStream, createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentsAnswer } from '../src/case-documents.ts'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { loopClients } from '../src/loop-client.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { sealedAnswers } from '../src/sealed-answers.ts'
import { streamOf } from '../src/stream-of.ts'

const others = othersOf('contents')
const list = (value: unknown): readonly JsonObject[] => (value ?? []) as readonly JsonObject[] // lists of the documents that the tests build
const partsOf = (body: JsonObject, turn: number): readonly JsonObject[] => list(list(body['contents'])[turn]?.['parts'])
const call = (n: number, signature?: string): JsonObject => ({
  functionCall: { id: `call_${n}`, name: 'look', args: { n } },
  ...(signature !== undefined && { thoughtSignature: signature }),
})

/** Request with which a client answers the calls of a response from an upstream of native contents. */
function returned(client: (typeof others)[number], answer: JsonObject, stream = false): JsonObject {
  const talk = loopClients[client]()
  const heard = stream
    ? (formats[client].documentOf(crossStream('contents', client, streamOf('contents', answer))) as JsonObject) // a whole stream stands for a document
    : crossAnswer('contents', client, answer).body
  talk.hears(heard)
  return crossRequest(client, 'contents', talk.request()).body
}

describe.each(others)('signatures of native contents through a client of %s', (client) => {
  test('pitfall 4: the signature of a call comes back on its part, from a document and from a stream', () => {
    for (const stream of [false, true]) {
      const body = returned(client, contentsAnswer([call(1, 'c2lnbmVk')]), stream)
      expect(partsOf(body, 1)).toEqual([call(1, 'c2lnbmVk')])
    }
  })

  test('pitfall 4: a signature on text, or on nothing, is not taken for that of a call', () => {
    const body = returned(client, contentsAnswer([{ text: 'I look.', thoughtSignature: 'dGV4dA==' }, call(1, 'Y2FsbA==')]))
    expect(partsOf(body, 1)).toEqual([{ text: 'I look.', thoughtSignature: 'dGV4dA==' }, call(1, 'Y2FsbA==')])
  })

  test('pitfall 5: each of several parallel calls keeps its own signature, or none', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), fc.boolean(), (signed, stream) => {
        // The first call of a step is always signed.
        const parts = signed.map((each, n) => call(n, each || n === 0 ? deriveId('sig', String(n)) : undefined))
        expect(partsOf(returned(client, contentsAnswer(parts), stream), 1)).toEqual(parts)
      }),
      { numRuns: 40 },
    )
  })
})

describe.each(others)('what native contents demands of a request of %s', (client) => {
  test('pitfall 18: a result has the name of its call, which its client never says', () => {
    const talk = loopClients[client]()
    talk.hears(sealedAnswers[client]({ turn: 1, calls: 3, shown: true }))
    const { body } = crossRequest(client, 'contents', talk.request())
    expect(checkContentsRequest(body)).toEqual([])
    const results = list(body['contents']).flatMap(({ parts }) =>
      list(parts).flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse])),
    )
    expect(results).toHaveLength(3)
    for (const result of results) expect(result).toMatchObject({ name: 'look' })
  })
})

test('pitfall 38: a reference in a result reaches native contents as text, not as a key', () => {
  const text = '{"$ref":"#/definitions/a"}'
  const { body } = crossRequest('chat', 'contents', {
    model: 'demo',
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }],
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: text },
    ],
  })
  expect(partsOf(body, 2)).toMatchObject([{ functionResponse: { name: 'look', response: { output: text } } }])
})

describe.each(others)('a native stream of an upstream of %s', (upstream) => {
  const streams = ownCorpus(upstream).filter(({ stream }) => stream !== undefined)

  test('client 1.2: is data lines and nothing else, whatever the upstream sent, and however it ended', () => {
    expect(streams.length).toBeGreaterThan(5)
    for (const { stream = '' } of streams) {
      const text = crossStream(upstream, 'contents', `: hello\n\n${stream}`)
      expect(text).toMatch(/^(?:data: [^\r\n]+\n\n)*$/)
      expect(checkContentsStream(text)).toEqual([])
    }
  })

  test('client 1.2: shows no keep-alive', () => {
    const { context } = createTestContext()
    const { writer } = translateStream(formats.contents.adapter, formats[upstream].adapter, { client: context, upstream: context }, {})
    writer.push({ type: 'response-start', id: 'msg_1', model: 'demo' })
    expect(writer.push({ type: 'keep-alive' }).join('')).toBe('')
  })
})
