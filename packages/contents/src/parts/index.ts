import { isJsonObject } from '@interlingua/core'
import { assertNever, redactedMark } from '@interlingua/core/adapter'
import type { Json, Part, Pointer } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, nestedRest, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { encodeSpelling, readSpelling } from '../spelling.ts'
import type { WirePart } from '../wire/wire-part.ts'
import type { DecodeMember, DecodeScope, EncodeScope, Notes } from './codec.ts'
import {
  decodeCodeExecutionResult,
  decodeExecutableCode,
  decodeServerToolCall,
  decodeServerToolResponse,
  encodeHostedCall,
  encodeHostedResult,
} from './hosted.ts'
import { decodeClip, decodeDetail, encodeClip, encodeDetail } from './modifiers.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'
import { fieldsOfPart, partFields } from './part-fields.ts'
import { encodeReasoning } from './reasoning.ts'
import { decodeSeal, encodeSeal } from './seal.ts'
import { decodeFileData, decodeInlineData, encodeSource } from './source.ts'
import { decodeText, encodeText } from './text.ts'
import { decodeFunctionCall, encodeToolCall } from './tool-call.ts'
import { createFunctionResponseDecoder, encodeToolResult } from './tool-result.ts'

/**
 * Codec for the media of a result, which have no calls and no seals, so that their scope is empty. The text of a result stands elsewhere.
 */
const nested = {
  decode: (wires: readonly Json[], at: Pointer, snake: ReadonlyMap<string, readonly string[]> | undefined): readonly Part[] =>
    wires.map((wire, index) => {
      const part = decodePart(wire, `${at}/${index}`, nestedScope, snake?.get(`${index}`))
      return part.type === 'media' || part.type === 'document' || !isJsonObject(wire) ? part : decodeOpaque(wire, part.at ?? at)
    }),
  encode: (parts: readonly Part[], scope: EncodeScope): readonly WirePart[] => encodeParts(parts, scope),
}
const nestedScope: DecodeScope = {
  vendor: '',
  callId: (_name, id) => id ?? '',
  resultId: (_name, id) => id ?? '',
  codeId: (id) => id ?? '',
  codeResultId: (id) => id ?? '',
  startTurn: () => undefined,
}

/** Decoders of all modelled data members. Any other is carried as an opaque part. */
export const memberDecoders: Readonly<Record<string, DecodeMember>> = {
  text: decodeText,
  inlineData: decodeInlineData,
  fileData: decodeFileData,
  functionCall: decodeFunctionCall,
  functionResponse: createFunctionResponseDecoder(nested),
  executableCode: decodeExecutableCode,
  codeExecutionResult: decodeCodeExecutionResult,
  toolCall: decodeServerToolCall,
  toolResponse: decodeServerToolResponse,
}

/** Members that may stand beside a data member, or alone. */
const modifiers: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'mediaProcessing',
  'partMetadata',
  'speechMetadata',
])

/** Decodes a wire part at `at`, in either spelling. `given`: its places in snake_case, if its names were converted to camelCase before. */
export function decodePart(wire: Json, at: Pointer, scope: DecodeScope, given?: readonly string[]): Part {
  if (!isJsonObject(wire)) return decodeOpaque({ interlinguaValue: wire }, at)
  // Most parts are plain text.
  if (typeof wire.text === 'string' && isOnly(wire, 'text')) return { type: 'text', text: wire.text, at, fields: partFields }
  const { wire: spelled, snake = given } = readSpelling(wire)
  const notes: Notes = { rest: undefined, hint: snake === undefined ? undefined : { snake }, at }
  const member = findMember(spelled)
  if (member === undefined) return decodeOpaque(wire, at)
  const part = member === '' ? bare(spelled, notes) : decodeMember(member, spelled, notes, scope)
  if (part === undefined) return decodeOpaque(wire, at)
  part.at = at
  part.fields = fieldsOfPart(member, snake)
  for (const key in spelled) {
    const value = spelled[key]
    if (value === undefined || key === member) continue
    decodeModifier(part, key, value, notes, scope)
  }
  const extensions = extensionOf(notes.rest, notes.hint)
  if (extensions) part.extensions = extensions
  return part as Part // a draft of one, whole now
}

/** Decodes a member; null counts as absent, in proto3 JSON, and is kept as spelling. */
function decodeMember(member: string, wire: WirePart, notes: Notes, scope: DecodeScope): Draft<Part> | undefined {
  const value = wire[member] ?? null
  const part = memberDecoders[member]?.(value, wire, notes, scope)
  if (part !== undefined || !isJsonObject(value)) return part
  let nulls: JsonDraft | undefined
  let given: JsonDraft = {}
  for (const key in value) {
    if (value[key] === null) nulls = keep(nulls, key, null)
    else given = keep(given, key, value[key] ?? null)
  }
  if (nulls === undefined) return undefined
  const decoded = memberDecoders[member]?.(given, wire, notes, scope)
  const rest = notes.rest?.[member]
  if (decoded !== undefined) notes.rest = keep(notes.rest, member, isJsonObject(rest) ? addRest({ ...rest }, nulls) : nulls)
  return decoded
}

function isOnly(wire: WirePart, member: string): boolean {
  for (const key in wire) if (key !== member) return false
  return true
}

/** Name of the data member; `''` if there are only modifiers, `undefined` if the only one is unknown. */
function findMember(wire: WirePart): string | undefined {
  let unknown = false
  for (const key in wire) {
    if (Object.hasOwn(memberDecoders, key) && wire[key] !== null) return key
    if (!modifiers.has(key)) unknown = true
  }
  return unknown ? undefined : ''
}

/** Decodes a part without data, which may carry a signature. */
function bare(wire: WirePart, notes: Notes): Draft<Part> {
  notes.hint = keep(notes.hint, 'text', 'absent')
  return wire.thought === true ? { type: 'reasoning', segments: [] } : { type: 'text', text: '' }
}

function decodeModifier(part: Draft<Part>, key: string, value: Json, notes: Notes, scope: DecodeScope): void {
  switch (key) {
    case 'thought':
      if (value === true && part.type === 'reasoning') return
      // `thought: false` is the default.
      if (value !== false) break
      notes.hint = keep(notes.hint, 'thought', value)
      return
    case 'thoughtSignature': {
      if (typeof value !== 'string') break
      const seal = decodeSeal(value, scope)
      if (seal === undefined) notes.hint = keep(notes.hint, 'signature', value)
      else if (part.type === 'reasoning' && seal.attachTo === redactedMark) {
        const { attachTo: _, ...own } = seal
        part.seal = own
        part.redacted = true
      } else part.seal = seal
      return
    }
    case 'videoMetadata':
      if (part.type !== 'media' || !decodeClip(part, value, notes)) break
      return
    case 'mediaResolution':
      if (part.type !== 'media' || !decodeDetail(part, value, notes)) break
      return
  }
  notes.rest = keep(notes.rest, key, value)
}

export function decodeParts(wires: readonly Json[], at: Pointer, scope: DecodeScope): readonly Part[] {
  const [only] = wires
  // Most contents have one part, and a growing list reserves room for many.
  if (only !== undefined && wires.length === 1) return [decodePart(only, `${at}/0`, scope)]
  const parts: Part[] = []
  for (let i = 0; i < wires.length; i++) {
    const wire = wires[i]
    if (wire !== undefined) parts.push(decodePart(wire, `${at}/${i}`, scope))
  }
  return parts
}

/** Wire part of a part; `undefined` if this format has none (lowering, or the encoder of responses, has reported it). */
export function encodePart(part: Part, scope: EncodeScope): WirePart | undefined {
  if (part.type === 'opaque') return encodeOpaque(part)
  const wire = encodeMember(part, scope)
  if (wire === undefined) return undefined
  const seal = encodeSeal(part, scope)
  if (seal !== undefined) wire.thoughtSignature = seal
  if (part.type === 'media') {
    if (part.clip) wire.videoMetadata = encodeClip(part.clip, nestedRest(part, 'videoMetadata'))
    if (part.detail && part.detail !== 'auto') wire.mediaResolution = encodeDetail(part.detail, nestedRest(part, 'mediaResolution'))
  }
  if (part.extensions === undefined) return wire
  const { thought, snake } = hintOf(part)
  if (thought === false && part.type !== 'reasoning') wire.thought = false
  return encodeSpelling(addRest(wire, restOf(part)), snake)
}

function encodeMember(part: Exclude<Part, { type: 'opaque' }>, scope: EncodeScope): JsonDraft | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return encodeText(part)
    case 'reasoning':
      return encodeReasoning(part)
    case 'media':
    case 'document':
      return encodeSource(part)
    case 'tool-call':
      return encodeToolCall(part, scope)
    case 'tool-result':
      return encodeToolResult(part, scope, nested)
    case 'hosted-call':
      return encodeHostedCall(part, scope)
    case 'hosted-result':
      return encodeHostedResult(part)
    case 'search-result':
    case 'approval':
    case 'compaction':
    case 'file-reference':
      return undefined
    default:
      return assertNever(part)
  }
}

export function encodeParts(parts: readonly Part[], scope: EncodeScope): readonly WirePart[] {
  const [only] = parts
  if (only !== undefined && parts.length === 1 && only.extensions === undefined) {
    const wire = encodePart(only, scope)
    return wire === undefined ? [] : [wire]
  }
  const wires: WirePart[] = []
  for (const part of parts) {
    const wire = encodePart(part, scope)
    if (wire === undefined) continue
    if (part.extensions?.contents?.hint?.pieces === undefined) wires.push(wire)
    else wires.push(...splitThought(wire, part.extensions.contents.hint.pieces))
  }
  return wires
}

/** Splits a thought into the pieces in which it came, the last with its signature. */
function splitThought(wire: WirePart, lengths: Json): readonly WirePart[] {
  const { text } = wire
  if (!Array.isArray(lengths) || typeof text !== 'string') return [wire]
  const pieces: WirePart[] = []
  let from = 0
  for (const length of lengths as readonly Json[]) {
    if (typeof length !== 'number') return [wire]
    pieces.push({ text: text.slice(from, from + length), thought: true })
    from += length
  }
  const last = pieces.pop()
  return from === text.length && last ? [...pieces, { ...wire, ...last }] : [wire]
}
