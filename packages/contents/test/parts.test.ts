import { wrapSeal } from '@interlingua/core/adapter'
import type { Json, JsonObject, Part } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { createDecodeScope } from '../src/parts/create-decode-scope.ts'
import { decodePart, decodeParts, encodePart, encodeParts } from '../src/parts/index.ts'

const scope = { answer: false, envelopes: true }

function decode(wire: Json): Part {
  return decodePart(wire, '/contents/0/parts/0', createDecodeScope())
}

/** Part without its place. */
function plain(part: Part): unknown {
  return JSON.parse(JSON.stringify(part, (key, value: unknown) => (key === 'at' || key === 'fields' ? undefined : value)))
}

const bytes = 'iVBORw0KGgo='

const cases: readonly (readonly [string, JsonObject, unknown])[] = [
  ['text', { text: 'hi' }, { type: 'text', text: 'hi' }],
  [
    'a text that says it is no thought',
    { text: 'hi', thought: false },
    { type: 'text', text: 'hi', extensions: { contents: { hint: { thought: false } } } },
  ],
  ['a thought', { text: 'hm', thought: true }, { type: 'reasoning', segments: [{ type: 'summary', text: 'hm' }] }],
  [
    'a signed thought without text',
    { thought: true, text: '', thoughtSignature: 'c2ln' },
    { type: 'reasoning', segments: [], seal: { format: 'contents', vendor: 'google', data: 'c2ln' } },
  ],
  [
    'a signature alone',
    { thoughtSignature: 'c2ln' },
    {
      type: 'text',
      text: '',
      seal: { format: 'contents', vendor: 'google', data: 'c2ln' },
      extensions: { contents: { hint: { text: 'absent' } } },
    },
  ],
  [
    'a call with nulls, as some serialisers write what is not there',
    { functionCall: { id: null, name: 'f', args: null } },
    {
      type: 'tool-call',
      callId: 'call_daeax7hgj5upx4vedeetkr3m',
      name: 'f',
      kind: 'function',
      arguments: '',
      extensions: { contents: { rest: { functionCall: { id: null, args: null } }, hint: { id: 'absent', args: 'absent' } } },
    },
  ],
  [
    'an image with a name that is null',
    { inlineData: { mimeType: 'image/png', data: bytes, displayName: null } },
    {
      type: 'media',
      kind: 'image',
      source: { type: 'inline', mime: 'image/png', base64: bytes },
      extensions: { contents: { rest: { inlineData: { displayName: null } } } },
    },
  ],
  ['an empty part', {}, { type: 'text', text: '', extensions: { contents: { hint: { text: 'absent' } } } }],
  [
    'an image',
    { inlineData: { mimeType: 'image/png', data: bytes } },
    { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: bytes } },
  ],
  [
    'a PDF with a name',
    { inlineData: { mimeType: 'application/pdf', data: bytes, displayName: 'a.pdf' } },
    { type: 'document', source: { type: 'inline', mime: 'application/pdf', base64: bytes, filename: 'a.pdf' } },
  ],
  [
    'a text file',
    { inlineData: { mimeType: 'text/plain', data: 'aGk=' } },
    { type: 'document', source: { type: 'inline', mime: 'text/plain', base64: 'aGk=' } },
  ],
  [
    'a video with a clip and a resolution',
    {
      fileData: { fileUri: 'https://youtu.be/x' },
      videoMetadata: { startOffset: '1s', endOffset: '2s', fps: 5 },
      mediaResolution: { level: 'MEDIA_RESOLUTION_ULTRA_HIGH' },
    },
    {
      type: 'media',
      kind: 'video',
      source: { type: 'url', url: 'https://youtu.be/x' },
      clip: { start: '1s', end: '2s', fps: 5 },
      detail: 'ultra',
    },
  ],
  [
    'a file of the Files API',
    { fileData: { mimeType: 'audio/mpeg', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
    {
      type: 'media',
      kind: 'audio',
      source: { type: 'file', owner: 'contents', fileId: 'https://generativelanguage.googleapis.com/v1beta/files/abc', mime: 'audio/mpeg' },
    },
  ],
  [
    'an object of the store',
    { fileData: { fileUri: 'gs://b/a.pdf' } },
    { type: 'document', source: { type: 'file', owner: 'contents', fileId: 'gs://b/a.pdf' } },
  ],
  [
    'a call',
    { functionCall: { id: 'c1', name: 'f', args: { a: 1 } } },
    { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', arguments: '{"a":1}' },
  ],
  [
    'a result of one text',
    { functionResponse: { id: 'c1', name: 'f', response: { output: 'x' } } },
    { type: 'tool-result', callId: 'c1', name: 'f', parts: [{ type: 'text', text: 'x' }] },
  ],
  [
    'an error',
    { functionResponse: { id: 'c1', name: 'f', response: { error: 'no' } } },
    { type: 'tool-result', callId: 'c1', name: 'f', isError: true, parts: [{ type: 'text', text: 'no' }] },
  ],
  [
    'a structured result',
    { functionResponse: { id: 'c1', name: 'f', response: { t: 1 } } },
    { type: 'tool-result', callId: 'c1', name: 'f', parts: [], structured: { t: 1 } },
  ],
  [
    'a result with media',
    {
      functionResponse: {
        id: 'c1',
        name: 'f',
        response: { output: 'see' },
        parts: [{ inlineData: { mimeType: 'image/png', data: bytes } }],
        scheduling: 'SILENT',
      },
    },
    {
      type: 'tool-result',
      callId: 'c1',
      name: 'f',
      parts: [
        { type: 'text', text: 'see' },
        { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: bytes } },
      ],
      extensions: { contents: { rest: { functionResponse: { scheduling: 'SILENT' } } } },
    },
  ],
  [
    'an unknown member',
    { holoData: { x: 1 }, thoughtSignature: 's' },
    { type: 'opaque', format: 'contents', wire: { holoData: { x: 1 }, thoughtSignature: 's' } },
  ],
  [
    'unknown modifiers',
    { text: 'a', partMetadata: { b_c: 1 }, future: [1] },
    { type: 'text', text: 'a', extensions: { contents: { rest: { partMetadata: { b_c: 1 }, future: [1] } } } },
  ],
]

describe('parts', () => {
  test.each(cases)('%s is read as what it means, and printed as it came', (_, wire, part) => {
    const decoded = decode(wire)
    expect(plain(decoded)).toEqual(part)
    expect(encodePart(decoded, scope)).toEqual(wire)
  })

  const spelled: readonly (readonly [string, JsonObject])[] = [
    [
      'snake_case',
      { inline_data: { mime_type: 'image/png', data: bytes }, thought_signature: 's', media_resolution: { level: 'MEDIA_RESOLUTION_LOW' } },
    ],
    [
      'both cases in one part',
      {
        functionResponse: {
          name: 'f',
          response: { my_key: { mime_type: 1 } },
          parts: [{ inline_data: { mime_type: 'image/png', data: bytes } }, { inlineData: { mimeType: 'image/png', data: bytes } }],
        },
      },
    ],
    [
      'the word that stands for a signature',
      { functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
    ],
    ['a call without arguments', { functionCall: { name: 'f' } }],
    ['base64 for URLs', { inlineData: { mimeType: 'image/png', data: '-_8' } }],
    ['an envelope', { text: 'x', thought: true, thoughtSignature: wrapSeal({ format: 'messages', model: 'm', data: 'sig' }) }],
    ['a result without a response', { functionResponse: { name: 'f' } }],
    ['an empty response', { functionResponse: { name: 'f', response: {} } }],
    ['code', { executableCode: { language: 'PYTHON', code: 'print(1)', id: '' } }],
    ['its result', { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } }],
    ['a call of a built-in', { toolCall: { id: 't', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['a'] } }, thoughtSignature: 's' }],
    ['its answer', { toolResponse: { id: 't', toolType: 'GOOGLE_SEARCH_WEB', response: { search_suggestions: 'a' } } }],
    [
      'an argument that came in pieces',
      { functionCall: { name: 'f', partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }], willContinue: true } },
    ],
    ['a member of the wrong shape', { functionCall: 'f' }],
    ['a nothing', { text: null, inlineData: { mimeType: 'image/png', data: bytes } }],
    ['a prototype', JSON.parse('{"text":"a","__proto__":{"x":1}}') as JsonObject],
  ]
  test.each(spelled)('%s is printed as it came', (_, wire) => {
    expect(encodePart(decode(wire), scope)).toEqual(wire)
  })

  test('base64 for URLs is read as base64', () => {
    expect(decode({ inlineData: { mimeType: 'image/png', data: '-_8' } })).toMatchObject({ source: { base64: '+/8=' } })
  })

  test('pitfall 17: results without ids pair by name and order with the calls of the model turn before', () => {
    const ids = createDecodeScope()
    ids.startTurn('assistant')
    const calls = decodeParts(
      [{ functionCall: { name: 'f' } }, { functionCall: { name: 'g' } }, { functionCall: { name: 'f' } }],
      '/contents/1/parts',
      ids,
    )
    ids.startTurn('user')
    const wires = [{ functionResponse: { name: 'g' } }, { functionResponse: { name: 'f' } }, { functionResponse: { name: 'f', id: 'own' } }]
    const results = decodeParts(wires, '/contents/2/parts', ids)
    const [a, b, c] = calls.map((part) => (part.type === 'tool-call' ? part.callId : ''))
    expect(results.map((part) => (part.type === 'tool-result' ? part.callId : ''))).toEqual([b, a, c])
    expect(new Set([a, b, c]).size).toBe(3)
    expect(encodeParts(results, scope)).toEqual(wires)
  })

  test('an envelope of redacted reasoning comes back redacted', () => {
    const part: Part = { type: 'reasoning', segments: [], redacted: true, seal: { format: 'messages', data: 'secret' } }
    expect(plain(decode(encodePart(part, { answer: true, envelopes: true }) ?? null))).toMatchObject(part)
  })
})
