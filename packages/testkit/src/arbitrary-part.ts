import type { CacheMark, DocumentPart, MediaPart, Part, ReasoningPart, Seal, Source, TextPart, ToolCallPart } from '@interlingua/core'
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

const text: fc.Arbitrary<TextPart> = fc
  .tuple(arbitraryText, partial<{ cache: CacheMark }>({ cache: arbitraryCache }))
  .map(([value, rest]) => ({ type: 'text', text: value, ...rest }))

const inline = (...mimes: readonly string[]): fc.Arbitrary<Source> =>
  fc.tuple(fc.constantFrom(...mimes), arbitraryBase64).map(([mime, base64]) => ({ type: 'inline', mime, base64 }))
const url: fc.Arbitrary<Source> = arbitraryName.map((name) => ({ type: 'url', url: `https://example.com/${name}` }))
const file: fc.Arbitrary<Source> = fc
  .tuple(fc.constantFrom('messages', 'chat'), arbitraryName)
  .map(([owner, name]) => ({ type: 'file', fileId: `file_${name}`, owner }))

const media: fc.Arbitrary<MediaPart> = fc.oneof(
  fc
    .tuple(fc.oneof(inline('image/png', 'image/jpeg'), url, file), partial<{ detail: 'low' | 'high' | 'auto' }>({ detail: fc.constantFrom('low', 'high', 'auto') }))
    .map(([source, rest]): MediaPart => ({ type: 'media', kind: 'image', source, ...rest })),
  inline('audio/wav', 'audio/mpeg').map((source): MediaPart => ({ type: 'media', kind: 'audio', source })),
)

const document: fc.Arbitrary<DocumentPart> = fc
  .tuple(
    fc.oneof(inline('application/pdf'), url, file, arbitraryWords.map((value): Source => ({ type: 'text', text: value, mime: 'text/plain' }))),
    partial<{ title: string; context: string; citable: boolean }>({ title: arbitraryWords, context: arbitraryWords, citable: fc.boolean() }),
  )
  .map(([source, rest]) => ({ type: 'document', source, ...rest }))

const reasoning: fc.Arbitrary<ReasoningPart> = fc.oneof(
  fc
    .tuple(fc.array(arbitraryText, { minLength: 1, maxLength: 2 }), partial<{ seal: Seal }>({ seal }))
    .map(([texts, rest]): ReasoningPart => ({ type: 'reasoning', segments: texts.map((value) => ({ type: 'full', text: value })), ...rest })),
  seal.map((value): ReasoningPart => ({ type: 'reasoning', segments: [], redacted: true, seal: value })),
)

/** A call; its id is unique only where the caller makes it so. */
export const arbitraryCall: fc.Arbitrary<ToolCallPart> = fc
  .tuple(
    arbitraryName,
    arbitraryName,
    fc.oneof(
      { weight: 6, arbitrary: arbitraryObject.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constantFrom('', '{}', '[1]', '"text"', 'not json', '{"n":1.0,"big":12345678901234567890}') },
    ),
  )
  .map(([id, name, args]) => ({ type: 'tool-call', callId: `call_${id}`, name, kind: 'function', arguments: args }))

const result: fc.Arbitrary<Part> = fc
  .tuple(arbitraryName, fc.array(fc.oneof(text, media, document), { maxLength: 2 }), partial<{ isError: boolean }>({ isError: fc.boolean() }))
  .map(([id, parts, rest]) => ({ type: 'tool-result', callId: `call_${id}`, parts, ...rest }))

const rare: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(arbitraryName, arbitraryObject).map(([id, value]): Part => ({ type: 'hosted-call', callId: `srv_${id}`, family: 'web-search', name: 'web_search', arguments: JSON.stringify(value) })),
  fc.tuple(arbitraryName, arbitraryWords).map(([id, title]): Part => ({ type: 'hosted-result', callId: `srv_${id}`, parts: [{ type: 'search-result', url: 'https://example.com', title, parts: [] }] })),
  arbitraryName.map((id): Part => ({ type: 'approval', requestId: id, direction: 'response', approve: true })),
  arbitraryWords.map((value): Part => ({ type: 'compaction', text: value })),
  arbitraryName.map((id): Part => ({ type: 'file-reference', fileId: `file_${id}` })),
  fc.tuple(arbitraryWords, arbitraryWords).map(([title, value]): Part => ({ type: 'search-result', url: 'https://example.com', title, parts: [{ type: 'text', text: value }] })),
  fc.tuple(fc.constantFrom('messages', 'chat', 'contents'), arbitraryName).map(([format, name]): Part => ({ type: 'opaque', format, wire: { type: `unknown_${name}` } })),
)

/** What a user turn may hold. */
export const arbitraryUserPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: media },
  { weight: 2, arbitrary: document },
  { weight: 3, arbitrary: result },
  { weight: 1, arbitrary: rare },
)

/** What an assistant turn, or an answer, may hold. */
export const arbitraryAssistantPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 3, arbitrary: arbitraryCall },
  { weight: 2, arbitrary: reasoning },
  { weight: 1, arbitrary: arbitraryWords.map((value): Part => ({ type: 'refusal', text: value })) },
  { weight: 1, arbitrary: rare },
)

export const arbitraryTextPart: fc.Arbitrary<TextPart> = text
