import type { GenerateResponse, Notice, Part, StreamEvent } from '@interlingua/core'
import { foldEvents, unfoldResponse } from '@interlingua/core'
import { accumulateContentsStream, checkStreamGrammar, createTestContext, readStream, runMachine, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'

const { context } = createTestContext()
const data = (...frames: readonly object[]): string => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
const head = { responseId: 'r', modelVersion: 'm' }
const said = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { parts, role: 'model' }, ...more }],
  ...head,
})
const read = (text: string): readonly StreamEvent[] => {
  const events = readStream(contents, [text], context)
  expect(checkStreamGrammar(events)).toEqual([])
  return events
}
const partsOf = (text: string): readonly Part[] => foldEvents(read(text)).candidates[0]?.parts ?? []
const answer = (parts: readonly Part[], more: Partial<GenerateResponse> = {}): GenerateResponse => ({
  id: 'a',
  model: 'm',
  status: 'completed',
  candidates: [{ index: 0, parts, finish: { unified: 'stop' } }],
  ...more,
})

describe('reading', () => {
  test('text that is adjacent is one, whichever of its words have the signature', () => {
    const stream = data(
      said([{ text: 'a' }]),
      said([{ text: 'b' }]),
      said([{ text: 'c', thoughtSignature: 'c2ln' }]),
      said([{ text: 'd' }]),
      said([{ text: '' }], { finishReason: 'STOP' }),
    )
    expect(partsOf(stream)).toMatchObject([{ text: 'abcd', seal: { format: 'contents', data: 'c2ln' } }])
    expect(writeStream(contents, read(stream), context)).toContain('{"text":"c","thoughtSignature":"c2ln"}')
  })

  test('a signature that comes late on an empty text is that of the text before it', () => {
    const stream = data(said([{ text: 'a' }]), said([{ text: '', thoughtSignature: 'c2ln' }], { finishReason: 'STOP' }))
    expect(partsOf(stream)).toMatchObject([{ text: 'a', seal: { data: 'c2ln' } }])
    expect(writeStream(contents, read(stream), context)).toContain('{"text":"","thoughtSignature":"c2ln"}')
  })

  test('calls without ids get the same ids in a stream and in its document', () => {
    const stream = data(
      said([{ text: 'a' }]),
      said([{ text: 'b' }, { functionCall: { name: 'f', args: {} } }]),
      said([{ functionCall: { name: 'f', args: {} } }], { finishReason: 'STOP' }),
    )
    const document = contents.parseResponse({ status: 200, headers: {}, body: accumulateContentsStream(stream) }, context)
    const ids = (response: GenerateResponse): unknown[] =>
      response.candidates[0]?.parts.map((part) => 'callId' in part && part.callId) ?? []
    const streamed = ids(foldEvents(read(stream)))
    expect(ids(contents.decodeResponse(document, context))).toEqual(streamed)
    expect(new Set(streamed).size).toBe(3)
  })

  test('without an id of the answer, calls of different answers still differ', () => {
    const ask = (place: string): unknown =>
      foldEvents(
        read(data({ candidates: [{ content: { parts: [{ functionCall: { name: 'f', args: { place } } }] }, finishReason: 'STOP' }] })),
      ).candidates[0]?.parts[0]
    expect(ask('a')).not.toMatchObject({ callId: (ask('b') as { callId: string }).callId })
  })

  test('arguments that come as edits are told once, whole', () => {
    const stream = data(
      said([{ functionCall: { name: 'f', willContinue: true } }]),
      said([{ functionCall: { partialArgs: [{ jsonPath: '$.a[1].b', stringValue: 'x', willContinue: true }], willContinue: true } }]),
      said([
        {
          functionCall: {
            partialArgs: [
              { jsonPath: '$.a[1].b', stringValue: 'y' },
              { jsonPath: '$.n', numberValue: 1 },
            ],
          },
        },
      ]),
      said([{ functionCall: { name: 'g' } }], { finishReason: 'STOP' }),
    )
    expect(partsOf(stream)).toMatchObject([
      { name: 'f', arguments: '{"a":[null,{"b":"xy"}],"n":1}' },
      { name: 'g', arguments: '' },
    ])
    expect(foldEvents(read(stream)).candidates[0]?.finish?.unified).toBe('tool-calls')
  })

  test('edits that reach too far are a failure, not memory', () => {
    const edit = (jsonPath: string): string => data(said([{ functionCall: { name: 'f', partialArgs: [{ jsonPath, boolValue: true }] } }]))
    expect(foldEvents(read(edit('$.a[999999999]'))).failure?.code).toBe('limit')
    expect(foldEvents(read(edit(`$${'.a'.repeat(5000)}`))).failure?.code).toBe('limit')
  })

  test('a reason in every frame, as old servers give it, ends nothing before its time', () => {
    const stream = data(said([{ text: 'a' }], { finishReason: 'STOP' }), said([{ text: 'b' }], { finishReason: 'MAX_TOKENS' }))
    expect(foldEvents(read(stream))).toMatchObject({
      status: 'incomplete',
      candidates: [{ parts: [{ text: 'ab' }], finish: { unified: 'length' } }],
    })
  })

  test('client 1.1: a candidate without a reason makes the stream a cut one', () => {
    const other = { candidates: [{ content: { parts: [{ text: 'x' }] }, index: 1 }] }
    expect(foldEvents(read(data(other, said([{ text: 'a' }], { finishReason: 'STOP' })))).failure?.code).toBe('truncated-stream')
    expect(foldEvents(read(''))).toMatchObject({ status: 'failed', failure: { code: 'truncated-stream' } })
  })

  test('a blocked prompt is an empty candidate that the filter ended', () => {
    const stream = data({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 5 }, ...head })
    const folded = foldEvents(read(stream))
    expect(folded).toMatchObject({
      status: 'incomplete',
      candidates: [{ parts: [], finish: { unified: 'content-filter', raw: { value: 'PROHIBITED_CONTENT' } } }],
      usage: { input: { total: 5 } },
    })
    expect(accumulateContentsStream(writeStream(contents, read(stream), context))).toEqual(accumulateContentsStream(stream))
  })

  test('an error in the stream is a failure with what was said before', () => {
    const stream = data(said([{ text: 'a' }]), { error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } })
    expect(foldEvents(read(stream))).toMatchObject({ status: 'failed', failure: { code: 'rate-limit', message: 'slow' } })
  })

  test('an error in the place of the array is a failure, too', () => {
    const text = JSON.stringify([{ error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }])
    const frames = runMachine(contents.createStreamParser(context, { framing: 'json-array' }), [text])
    expect(foldEvents(runMachine(contents.createStreamDecoder(context), frames)).failure?.code).toBe('overloaded')
  })

  test('usage is the latest snapshot, and nothing is made up', () => {
    const counts = (usageMetadata: object): object => ({ ...said([{ text: 'a' }]), usageMetadata })
    const stream = data(
      counts({ promptTokenCount: 5, totalTokenCount: 5 }),
      counts({ promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 }),
      said([], { finishReason: 'STOP' }),
    )
    const folded = foldEvents(read(stream))
    expect(folded.usage).toMatchObject({ input: { total: 5, fresh: 5 }, output: { total: 3 } })
    expect(folded.usage?.output).not.toHaveProperty('reasoning')
    expect(read(stream)[0]).toMatchObject({ type: 'response-start', usage: { input: { total: 5 } } })
  })
})

test('nulls in an answer are nothing, and come back', () => {
  const body = { candidates: [{ content: { parts: [{ text: 'a' }], role: null }, finishReason: null, index: 0 }], ...head }
  const response = contents.decodeResponse(contents.parseResponse({ status: 200, headers: {}, body }, context), context)
  expect(response).toMatchObject({ status: 'incomplete', candidates: [{ parts: [{ text: 'a' }] }] })
  expect(contents.encodeResponse(response, context).body).toEqual(body)
})

test('hits of the cache beside the prompt come back as they were counted, and never pass for a part of it elsewhere', () => {
  const usageMetadata = { promptTokenCount: 5, cachedContentTokenCount: 8, totalTokenCount: 5 }
  const { usage, ...response } = contents.decodeResponse(
    contents.parseResponse(
      { status: 200, headers: {}, body: { ...said([{ text: 'a' }], { finishReason: 'STOP' }), usageMetadata } },
      context,
    ),
    context,
  )
  const { raw: _, ...counted } = usage ?? { input: {}, output: {} }
  expect(contents.encodeResponse({ ...response, usage: counted }, context).body.usageMetadata).toEqual(usageMetadata)
  const foreign = { input: { total: 5, cacheRead: 8 }, output: {} }
  expect(contents.encodeResponse({ ...response, usage: foreign }, context).body.usageMetadata).toEqual({
    ...usageMetadata,
    cachedContentTokenCount: 5,
  })
})

describe('writing', () => {
  test('the text of a custom tool is a text, although it says what a function was given just before', () => {
    const call = { type: 'tool-call', callId: 'a', name: 'f', kind: 'function', arguments: '{"a":1}' } as const
    const calls: readonly Part[] = [call, { ...call, callId: 'b', kind: 'custom' }, { ...call, callId: 'c' }]
    const text = writeStream(contents, unfoldResponse(answer(calls)), context)
    const { candidates } = accumulateContentsStream(text) as { candidates: { content: { parts: { functionCall: { args: unknown } }[] } }[] } // the encoder's shape
    const args = candidates[0]?.content.parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.args]))
    expect(args).toEqual([{ a: 1 }, { input: '{"a":1}' }, { a: 1 }])
  })

  test('pitfall 12: calls wait until they are whole, while text goes on', () => {
    const text = writeStream(
      contents,
      [
        { type: 'response-start', id: 'a', model: 'm' },
        {
          type: 'part-start',
          candidate: 0,
          part: 0,
          value: { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '' },
        },
        { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: '{"a":' } },
        { type: 'part-start', candidate: 0, part: 1, value: { type: 'text', text: '' } },
        { type: 'part-delta', candidate: 0, part: 1, delta: { type: 'text', text: 'meanwhile' } },
        { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: '1}' } },
        { type: 'part-end', candidate: 0, part: 0 },
        { type: 'part-end', candidate: 0, part: 1 },
        { type: 'candidate-end', candidate: 0, finish: { unified: 'tool-calls' } },
        { type: 'response-end', status: 'completed' },
      ],
      context,
    )
    expect(partsOf(text)).toMatchObject([{ text: 'meanwhile' }, { callId: 'c1', arguments: '{"a":1}' }])
  })

  test('arguments that are no JSON are wrapped, and that is said', () => {
    const { context: own, notices } = createTestContext()
    const events = unfoldResponse(answer([{ type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{"a":' }]))
    expect(writeStream(contents, events, own)).toContain('"args":{"_raw":"{\\"a\\":"}')
    expect(notices.map(({ code }) => code)).toEqual(['contents/arguments'])
  })

  test('a call in a namespace has the name that its declaration would have', () => {
    const called = answer([
      { type: 'tool-call', callId: 'c', name: 'read', namespace: 'files', kind: 'function', arguments: '{}', at: '/output/0' },
    ])
    const { context: own, notices } = createTestContext()
    const document = contents.encodeResponse(called, own).body
    expect(document).toMatchObject({ candidates: [{ content: { parts: [{ functionCall: { name: 'files__read' } }] } }] })
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(called), own))).toMatchObject({
      candidates: document.candidates ?? [],
    })
    const told = { code: 'contents/tool-name', path: '/output/0' }
    expect(notices).toMatchObject([told, told])
  })

  test('candidates end in their order, whoever spoke first, since the first has no number where its server gives none', () => {
    const told = data(
      { candidates: [{}, { content: { parts: [{ text: 'Two' }], role: 'model' }, index: 1 }], ...head },
      said([{ text: 'One' }], { finishReason: 'STOP' }),
      said([{ text: '.' }], { finishReason: 'MAX_TOKENS', index: 1 }),
    )
    const events = read(told)
    const again = foldEvents(read(writeStream(contents, events, context)))
    const ends = [
      { index: 0, parts: [{ text: 'One' }], finish: { unified: 'stop' } },
      { index: 1, parts: [{ text: 'Two.' }], finish: { unified: 'length' } },
    ]
    expect(foldEvents(events).candidates.toSorted((one, other) => one.index - other.index)).toMatchObject(ends)
    expect(again.candidates.toSorted((one, other) => one.index - other.index)).toMatchObject(ends)
  })

  test('what has to wait has a limit', () => {
    const { context: own } = createTestContext({ limits: { ...context.limits, bufferedBytes: 10 } })
    const call = { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: `{"a":"${'x'.repeat(20)}"}` } as const
    const frames = accumulateContentsStream(writeStream(contents, unfoldResponse(answer([call])), own))
    expect(frames).toBeUndefined()
    expect(writeStream(contents, unfoldResponse(answer([call])), own)).toContain('"LIMIT_EXCEEDED"')
  })

  test('a refusal is text, and the answer says that it was prohibited', () => {
    const { context: own, notices } = createTestContext()
    const refusing = answer([{ type: 'refusal', text: 'I will not.' }], {
      candidates: [{ index: 0, parts: [{ type: 'refusal', text: 'I will not.' }], finish: { unified: 'refusal' } }],
    })
    const document = contents.encodeResponse(refusing, own).body
    expect(document).toMatchObject({ candidates: [{ content: { parts: [{ text: 'I will not.' }] }, finishReason: 'PROHIBITED_CONTENT' }] })
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(refusing), own))).toEqual(document)
    expect(new Set(notices.map(({ code }) => code))).toEqual(new Set(['contents/refusal', 'contents/finish-reason']))
  })

  test('citations of another format are grounding, in bytes', () => {
    const cited: Part = {
      type: 'text',
      text: 'Zürich 🏔 ist kalt.',
      citations: [
        { source: 'url', uri: 'https://a.example', title: 'A', span: { start: 7, end: 9 } },
        { source: 'url', uri: 'https://a.example', title: 'A', span: { start: 0, end: 6 } },
        { source: 'url', uri: 'https://b.example', span: { start: 0, end: 6 } },
      ],
    }
    const grounding = {
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }, { web: { uri: 'https://b.example' } }],
      groundingSupports: [
        { segment: { startIndex: 8, endIndex: 12, text: '🏔' }, groundingChunkIndices: [0] },
        { segment: { endIndex: 7, text: 'Zürich' }, groundingChunkIndices: [0, 1] },
      ],
    }
    const document = contents.encodeResponse(answer([cited]), context).body
    expect(document).toMatchObject({ candidates: [{ groundingMetadata: grounding }] })
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(answer([cited])), context))).toMatchObject({
      candidates: [{ groundingMetadata: grounding }],
    })
    const again = contents.decodeResponse(contents.parseResponse({ status: 200, headers: {}, body: document }, context), context)
    expect(again.candidates[0]?.parts).toMatchObject([
      { text: cited.text, citations: [{ span: { start: 7, end: 9 } }, {}, { uri: 'https://b.example' }] },
    ])
  })

  test('an image that a hosted tool made stands in the answer', () => {
    const { context: own, notices } = createTestContext()
    const made = answer([
      { type: 'hosted-call', callId: 'ig_1', family: 'image-generation', arguments: '{}' },
      {
        type: 'hosted-result',
        callId: 'ig_1',
        parts: [{ type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'iVBO' } }],
      },
    ])
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'iVBO' } }]
    expect(contents.encodeResponse(made, own).body).toMatchObject({ candidates: [{ content: { parts } }] })
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(made), own))).toMatchObject({
      candidates: [{ content: { parts } }],
    })
    expect(new Set(notices.map(({ code }) => code))).toEqual(new Set(['contents/answer-part', 'contents/answer-media']))
  })

  test('code that another provider ran is shown with its output', () => {
    const ran = answer([
      { type: 'hosted-call', callId: 'ci_1', family: 'code-execution', arguments: '{"code":"print(1)"}' },
      {
        type: 'hosted-result',
        callId: 'ci_1',
        parts: [
          { type: 'text', text: '1' },
          { type: 'text', text: '2' },
        ],
      },
      { type: 'text', text: 'Done' },
    ])
    const parts = [
      { executableCode: { id: 'ci_1', language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { id: 'ci_1', outcome: 'OUTCOME_OK', output: '12' } },
      { text: 'Done' },
    ]
    expect(contents.encodeResponse(ran, context).body).toMatchObject({ candidates: [{ content: { parts } }] })
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(ran), context))).toMatchObject({
      candidates: [{ content: { parts } }],
    })
  })

  test('texts that no client could tell apart are one, in a document as in a stream', () => {
    const notices: Notice[] = []
    const two = answer([
      { type: 'text', text: 'One. ', at: '/content/0', citations: [{ source: 'url', uri: 'https://a.example' }] },
      { type: 'text', text: 'Two.', at: '/content/1', citations: [{ source: 'url', uri: 'https://b.example' }] },
    ])
    const own = { ...context, onNotice: (notice: Notice) => void notices.push(notice) }
    const document = contents.encodeResponse(two, own).body
    expect(document).toMatchObject({ candidates: [{ content: { parts: [{ text: 'One. Two.' }] } }] })
    const told = notices.splice(0).map(({ code, path }) => `${code} ${path}`)
    expect(accumulateContentsStream(writeStream(contents, unfoldResponse(two), own))).toEqual(document)
    expect(notices.map(({ code, path }) => `${code} ${path}`)).toEqual(told)
  })

  test('a failed answer of another format is an error frame with a numeric code, and nothing follows', () => {
    const text = writeStream(
      contents,
      [
        { type: 'response-start', id: 'a', model: 'm' },
        {
          type: 'failure',
          failure: { code: 'malformed-upstream', message: 'odd', retryable: true, raw: { format: 'contents', wire: { a: 1 } } },
        },
        { type: 'response-end', status: 'failed' },
      ],
      context,
    )
    expect(text).toMatch(/^data: \{"error":\{"code":500,"message":"Server error: odd","status":"INTERNAL".*\n\n$/)
  })
})
