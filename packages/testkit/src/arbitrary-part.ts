import type {
  CacheMark,
  Citation,
  DocumentPart,
  Json,
  MediaPart,
  Part,
  ReasoningPart,
  Seal,
  Source,
  TextPart,
  ToolCallPart,
} from '@interlingua/core'
import fc from 'fast-check'
import { arbitraryBase64, arbitraryName, arbitraryObject, arbitraryText, arbitraryWords } from './arbitrary-leaves.ts'

export const arbitraryCache: fc.Arbitrary<CacheMark> = partial({ ttl: fc.constantFrom('5m', '30m', '1h', '12h') })

/** A record in which every key may be missing; a missing key is absent, never undefined. */
export function partial<T extends object>(fields: { readonly [K in keyof T]: fc.Arbitrary<NonNullable<T[K]>> }): fc.Arbitrary<T> {
  return fc.record(fields, { requiredKeys: [], noNullPrototype: true }) as unknown as fc.Arbitrary<T> // fast-check omits missing keys, which its type cannot say
}

const seal: fc.Arbitrary<Seal> = fc
  .tuple(fc.constantFrom('messages', 'chat', 'contents'), arbitraryBase64)
  .map(([format, data]) => ({ format, model: 'demo', data }))

const citation: fc.Arbitrary<Citation> = fc.oneof(
  arbitraryWords.map((title): Citation => ({
    source: 'url',
    uri: 'https://example.com',
    title,
    citedText: 'It is.',
    span: { start: 0, end: 1 },
  })),
  fc.constantFrom<Citation>(
    { source: 'document', citedText: 'It is.', range: { unit: 'char', document: 0, start: 0, end: 6 } },
    { source: 'file', fileId: 'file_1' },
    { source: 'map', uri: 'https://maps.example.com' },
    { source: 'container', fileId: 'file_2', title: 'Plot' },
  ),
)

const text: fc.Arbitrary<TextPart> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(arbitraryText, partial<{ cache: CacheMark }>({ cache: arbitraryCache }))
      .map(([value, rest]): TextPart => ({ type: 'text', text: value, ...rest })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(arbitraryWords, fc.array(citation, { minLength: 1, maxLength: 2 }))
      .map(([value, citations]): TextPart => ({ type: 'text', text: value, citations })),
  },
  { weight: 1, arbitrary: fc.tuple(arbitraryWords, seal).map(([value, own]): TextPart => ({ type: 'text', text: value, seal: own })) },
)

const inline = (...mimes: readonly string[]): fc.Arbitrary<Source> =>
  fc.tuple(fc.constantFrom(...mimes), arbitraryBase64).map(([mime, base64]) => ({ type: 'inline', mime, base64 }))
const url: fc.Arbitrary<Source> = arbitraryName.map((name) => ({ type: 'url', url: `https://example.com/${name}` }))
const file: fc.Arbitrary<Source> = fc
  .tuple(fc.constantFrom('messages', 'chat'), arbitraryName)
  .map(([owner, name]) => ({ type: 'file', fileId: `file_${name}`, owner }))

const media: fc.Arbitrary<MediaPart> = fc.oneof(
  fc
    .tuple(
      fc.oneof(inline('image/png', 'image/jpeg'), url, file),
      partial<{ detail: 'low' | 'high' | 'auto' }>({ detail: fc.constantFrom('low', 'high', 'auto') }),
    )
    .map(([source, rest]): MediaPart => ({ type: 'media', kind: 'image', source, ...rest })),
  fc
    .tuple(inline('audio/wav', 'audio/mpeg', 'audio/flac'), partial<{ transcript: string }>({ transcript: arbitraryWords }))
    .map(([source, rest]): MediaPart => ({ type: 'media', kind: 'audio', source, ...rest })),
  inline('video/mp4').map((source): MediaPart => ({ type: 'media', kind: 'video', source, clip: { start: '0s', end: '1s' } })),
  inline('image/tiff').map((source): MediaPart => ({ type: 'media', kind: 'image', source, detail: 'ultra' })),
  inline('image/png').map((source): MediaPart => ({ type: 'media', kind: 'image', source, detail: 'medium', clip: { start: '0s' } })),
)

const document: fc.Arbitrary<DocumentPart> = fc
  .tuple(
    fc.oneof(
      inline('application/pdf', 'text/csv', 'application/zip'),
      url,
      file,
      arbitraryWords.map((value): Source => ({ type: 'text', text: value, mime: 'text/plain' })),
    ),
    partial<{ title: string; context: string; citable: boolean }>({
      title: arbitraryWords,
      context: arbitraryWords,
      citable: fc.boolean(),
    }),
  )
  .map(([source, rest]) => ({ type: 'document', source, ...rest }))

const reasoning: fc.Arbitrary<ReasoningPart> = fc.oneof(
  fc
    .tuple(fc.array(arbitraryText, { minLength: 1, maxLength: 2 }), partial<{ seal: Seal }>({ seal }))
    .map(([texts, rest]): ReasoningPart => ({
      type: 'reasoning',
      segments: texts.map((value) => ({ type: 'full', text: value })),
      ...rest,
    })),
  seal.map((value): ReasoningPart => ({ type: 'reasoning', segments: [], redacted: true, seal: value })),
)

/** Few ids, so that calls and results share them, also twice; some that no format takes. */
const callId: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('call_a', 'call_b', 'call_c', 'call_d') },
  { weight: 1, arbitrary: fc.constantFrom('call.1/x', 'c'.repeat(90)) },
)

/** Calls whose ids are unique only if the caller makes them so. */
export const arbitraryCall: fc.Arbitrary<ToolCallPart> = fc
  .tuple(
    callId,
    arbitraryName,
    fc.oneof(
      { weight: 6, arbitrary: arbitraryObject.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constantFrom('', '{}', '[1]', '"text"', 'not json', '{"n":1.0,"big":12345678901234567890}') },
    ),
  )
  .map(([id, name, args]) => ({ type: 'tool-call', callId: id, name, kind: 'function', arguments: args }))

const result: fc.Arbitrary<Part> = fc
  .tuple(
    callId,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: text },
        { weight: 2, arbitrary: media },
        { weight: 2, arbitrary: document },
        { weight: 1, arbitrary: fc.constantFrom<Part>({ type: 'refusal', text: 'No.' }, { type: 'file-reference', fileId: 'file_1' }) },
      ),
      { maxLength: 2 },
    ),
    partial<{ isError: boolean; structured: Json; name: string }>({
      isError: fc.boolean(),
      structured: arbitraryObject,
      name: arbitraryName,
    }),
  )
  .map(([id, parts, rest]) => ({ type: 'tool-result', callId: id, parts, ...rest }))

const rare: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(arbitraryName, arbitraryObject).map(([id, value]): Part => ({
    type: 'hosted-call',
    callId: `srv_${id}`,
    family: 'web-search',
    name: 'web_search',
    arguments: JSON.stringify(value),
  })),
  fc.tuple(arbitraryName, arbitraryWords).map(([id, title]): Part => ({
    type: 'hosted-result',
    callId: `srv_${id}`,
    parts: [{ type: 'search-result', url: 'https://example.com', title, parts: [] }],
  })),
  arbitraryName.map((id): Part => ({ type: 'approval', requestId: id, direction: 'response', approve: true })),
  arbitraryWords.map((value): Part => ({ type: 'compaction', text: value })),
  arbitraryName.map((id): Part => ({ type: 'file-reference', fileId: `file_${id}` })),
  fc
    .tuple(arbitraryWords, arbitraryWords)
    .map(([title, value]): Part => ({ type: 'search-result', url: 'https://example.com', title, parts: [{ type: 'text', text: value }] })),
  fc
    .tuple(fc.constantFrom('messages', 'chat', 'contents'), arbitraryName)
    .map(([format, name]): Part => ({ type: 'opaque', format, wire: { type: `unknown_${name}` } })),
)

/** Parts that a user turn may hold. */
export const arbitraryUserPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: media },
  { weight: 2, arbitrary: document },
  { weight: 3, arbitrary: result },
  { weight: 1, arbitrary: rare },
)

/** Parts that an assistant turn or a response may hold. */
export const arbitraryAssistantPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 3, arbitrary: arbitraryCall },
  { weight: 2, arbitrary: reasoning },
  { weight: 1, arbitrary: media },
  { weight: 1, arbitrary: arbitraryWords.map((value): Part => ({ type: 'refusal', text: value })) },
  { weight: 1, arbitrary: rare },
)

/** Parts that an instruction may hold, and now and then an illegal one. */
export const arbitraryInstructionPart: fc.Arbitrary<Part> = fc.oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: media })
