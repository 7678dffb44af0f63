import type { JsonObject, Part, Pointer } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { decodeFile, encodeDocument } from './document.ts'
import { decodeAudio, decodeImage, decodeVideo, encodeMedia } from './media.ts'
import { opaquePart } from './opaque.ts'
import { decodeThinking, encodeThinking } from './reasoning.ts'
import { decodeRefusal, encodeRefusal } from './refusal.ts'
import { decodeText, encodeText } from './text.ts'

type DecodePart = (wire: JsonObject, at: Pointer) => Part | undefined

/** Decoders by type of a content part. Unknown types and shapes are opaque. */
const decoders: Readonly<Record<string, DecodePart>> = {
  text: decodeText,
  refusal: decodeRefusal,
  image_url: decodeImage,
  input_audio: decodeAudio,
  file: decodeFile,
  video_url: decodeVideo,
  thinking: decodeThinking,
}

export function decodeContentPart(wire: JsonObject, at: Pointer): Part {
  const type = wire['type']
  const decode = typeof type === 'string' && Object.hasOwn(decoders, type) ? decoders[type] : undefined
  return decode?.(wire, at) ?? opaquePart(wire, at, 'content')
}

/**
 * Encoders of content parts by type; `undefined` without a place in a content array. Calls, results, and reasoning outside the content have
 * slots of their own in the message; hosted calls, approvals, compactions, file references and search results have none.
 */
const encoders: { readonly [T in Part['type']]: (part: Extract<Part, { type: T }>) => JsonObject | undefined } = {
  text: encodeText,
  refusal: encodeRefusal,
  media: encodeMedia,
  document: encodeDocument,
  reasoning: (part) => (hintOf(part)?.['slot'] === 'content' ? encodeThinking(part) : undefined),
  opaque: (part) => (hintOf(part)?.['slot'] === 'content' ? part.wire : undefined),
  'tool-call': nowhere,
  'tool-result': nowhere,
  'hosted-call': nowhere,
  'hosted-result': nowhere,
  approval: nowhere,
  compaction: nowhere,
  'file-reference': nowhere,
  'search-result': nowhere,
}

function nowhere(): undefined {
  return undefined
}

export function encodeContentPart(part: Part): JsonObject | undefined {
  const encode = encoders[part.type] as (part: Part) => JsonObject | undefined // looked up by the part's own type
  return encode(part)
}
