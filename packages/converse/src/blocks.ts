import { isJsonObject, pointer } from '@interlingua/core'
import type {
  CacheMark,
  HostedResultPart,
  Json,
  JsonObject,
  Part,
  Pointer,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '@interlingua/core'
import { hasKeys, objectArguments, parseExactJson, type ParsedInput } from '@interlingua/core/adapter'
import { decodeCitation, encodeCitation } from './citations.ts'
import { decodeHosted, encodeHosted } from './hosted.ts'
import { blockLeft, decodeDocument, decodeMedia, encodeDocument, encodeMedia } from './media.ts'
import { encodeSeal, isOwnSeal, readRedacted, sealThought, writeRedacted, type SealReader } from './seals.ts'
import { format, hintOf, keep, nothing, restore, type Hint } from './wire.ts'

/** State that the readers of the blocks of one document share. */
export interface DecodeScope {
  readonly seals: SealReader
  /** Inputs of the calls, in their order, for the encoder of another format. Absent: none are kept. */
  readonly inputs?: ParsedInput[]
}

type Decode = (inner: Json, block: JsonObject, at: Pointer, scope: DecodeScope) => Part | undefined

const textFields = { text: '/text' } as const
const guardFields = { text: '/guardContent/text/text' } as const
const citedFields = { text: '/citationsContent/content', citations: '/citationsContent/citations' } as const
const thoughtFields = { segments: '/reasoningContent/reasoningText/text', seal: '/reasoningContent/reasoningText/signature' } as const
const redactedFields = { seal: '/reasoningContent/redactedContent' } as const
const callFields = { callId: '/toolUse/toolUseId', name: '/toolUse/name', arguments: '/toolUse/input' } as const
const resultFields = {
  callId: '/toolResult/toolUseId',
  isError: '/toolResult/status',
  parts: '/toolResult/content',
  structured: '/toolResult/content/0/json',
} as const
const searchFields = {
  url: '/searchResult/source',
  title: '/searchResult/title',
  parts: '/searchResult/content',
  citable: '/searchResult/citations/enabled',
} as const

/** Readers of blocks, by the key that tells the kind. A reader that knows nothing of a block leaves it as it is. */
const decoders: ReadonlyMap<string, Decode> = new Map(
  Object.entries<Decode>({
    image: (inner, block, at) => (isJsonObject(inner) ? decodeMedia('image', inner, at)?.(block) : undefined),
    video: (inner, block, at) => (isJsonObject(inner) ? decodeMedia('video', inner, at)?.(block) : undefined),
    audio: (inner, block, at) => (isJsonObject(inner) ? decodeMedia('audio', inner, at)?.(block) : undefined),
    document: (inner, block, at) => (isJsonObject(inner) ? decodeDocument(inner, at)?.(block) : undefined),
    toolUse: (inner, block, at, scope) =>
      isJsonObject(inner) ? (decodeHosted('toolUse', inner, block, at) ?? decodeCall(inner, block, at, scope)) : undefined,
    toolResult(inner, block, at, scope) {
      if (!isJsonObject(inner)) return undefined
      const hosted = decodeHosted('toolResult', inner, block, at)
      if (hosted === undefined) return decodeResult(inner, block, at, scope)
      return { ...hosted, parts: decodeInner(listOf(inner['content']), pointer(at, 'toolResult', 'content'), scope) } as HostedResultPart // a result, whose key it is
    },
    reasoningContent: (inner, block, at, scope) => (isJsonObject(inner) ? decodeThought(inner, block, at, scope) : undefined),
    citationsContent: (inner, block, at) => (isJsonObject(inner) ? decodeCited(inner, block, at) : undefined),
    searchResult: (inner, block, at) => (isJsonObject(inner) ? decodeSearchResult(inner, block, at) : undefined),
    guardContent: (inner, block, at) => (isJsonObject(inner) ? decodeGuarded(inner, block, at) : undefined),
  }),
)

const textKeys: ReadonlySet<string> = new Set(['text'])

export function listOf(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return []
  return value.every(isJsonObject) ? value : value.filter(isJsonObject)
}

function decodeText(text: Json, block: JsonObject, at: Pointer): TextPart | undefined {
  if (typeof text !== 'string') return undefined
  return keep<TextPart>({ type: 'text', text, at, fields: textFields }, block, textKeys, text === '' ? { empty: true } : undefined)
}

/** The part of a block; an unknown one is opaque. */
export function decodeBlock(block: JsonObject, at: Pointer, scope: DecodeScope): Part {
  for (const key in block) {
    const inner = block[key]
    if (inner === undefined) continue
    // Texts are most blocks.
    const part = key === 'text' ? decodeText(inner, block, at) : decoders.get(key)?.(inner, block, at, scope)
    if (part) return part
  }
  return { type: 'opaque', format, wire: block, at }
}

/** Parts of blocks. In a request, a cache point is the mark of the part before it; one that has none before it stays a block. */
export function decodeBlocks(
  blocks: readonly JsonObject[],
  at: Pointer,
  scope: DecodeScope,
  decode: typeof decodeBlock = decodeBlock,
): readonly Part[] {
  const parts: Part[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as JsonObject // the index is in range
    const marked = block['cachePoint'] !== undefined && markLast(parts, block, index)
    if (!marked) parts.push(decode(block, `${at}/${index}`, scope))
  }
  return parts
}

/** Puts the mark of a cache point on the last part; false if it can have none. */
function markLast(parts: Part[], block: JsonObject, index: number): boolean {
  const last = parts.at(-1)
  const cache = last && last.cache === undefined ? decodeCachePoint(block) : undefined
  if (last === undefined || cache === undefined) return false
  parts[parts.length - 1] = { ...last, cache, fields: { ...last.fields, cache: `/../${index}/cachePoint` } }
  return true
}

/** `undefined`: the block is no cache point, or says more than a mark does. */
export function decodeCachePoint(block: JsonObject): CacheMark | undefined {
  const { cachePoint } = block
  if (cachePoint === undefined || !isJsonObject(cachePoint) || Object.keys(block).length > 1) return undefined
  const { type, ttl, ...others } = cachePoint
  if (type !== 'default' || hasKeys(others)) return undefined
  if (ttl === undefined) return {}
  return ttl === '5m' || ttl === '1h' ? { ttl } : undefined
}

export function encodeCachePoint({ ttl }: CacheMark): JsonObject {
  return { cachePoint: { type: 'default', ...(ttl !== undefined && { ttl }) } }
}

/** Blocks within the result of a tool, where JSON is a block of its own. */
function decodeInner(blocks: readonly JsonObject[], at: Pointer, scope: DecodeScope): readonly Part[] {
  return decodeBlocks(blocks, at, scope, decodeInnerBlock)
}

function decodeInnerBlock(block: JsonObject, at: Pointer, scope: DecodeScope): Part {
  if (block['json'] === undefined) return decodeBlock(block, at, scope)
  const { json = null, ...beside } = block
  return keep<TextPart>({ type: 'text', text: JSON.stringify(json), at, fields: jsonFields }, beside, nothing, { json: true })
}

const jsonFields = { text: '/json' } as const

function decodeCall(inner: JsonObject, block: JsonObject, at: Pointer, { inputs }: DecodeScope): ToolCallPart | undefined {
  const { toolUseId: callId, name, input, type } = inner
  if (typeof callId !== 'string' || typeof name !== 'string' || (type !== undefined && type !== 'tool_use')) return undefined
  const part: ToolCallPart = {
    type: 'tool-call',
    kind: 'function',
    callId,
    name,
    arguments: input === undefined ? '' : JSON.stringify(input),
    at,
    fields: callFields,
  }
  const given = isJsonObject(input) ? input : undefined
  if (given) inputs?.push({ text: part.arguments, value: given })
  return keep(part, blockLeft(block, 'toolUse', callMembers), nothing, given && type === undefined ? undefined : hintOfCall(input, type))
}

const callMembers = ['toolUseId', 'name', 'input', 'type'] as const

function hintOfCall(input: Json | undefined, type: string | undefined): Hint {
  return {
    ...(type !== undefined && { type }),
    ...(input === undefined ? { input: 'absent' } : !isJsonObject(input) && { input: 'any' }),
  }
}

function decodeResult(inner: JsonObject, block: JsonObject, at: Pointer, scope: DecodeScope): ToolResultPart | undefined {
  const { toolUseId: callId, content, status, type } = inner
  if (typeof callId !== 'string' || type !== undefined) return undefined
  const list = listOf(content)
  const json = list.length === 1 ? list[0]?.['json'] : undefined
  const structured = json !== undefined && isJsonObject(json) && Object.keys(list[0] ?? {}).length === 1 ? json : undefined
  const known = status === 'success' || status === 'error'
  const parts = structured ? [] : decodeInner(list, `${at}/toolResult/content`, scope)
  const part: Draft<ToolResultPart> = { type: 'tool-result', callId, parts, at, fields: resultFields }
  if (known) part.isError = status === 'error'
  if (structured) part.structured = structured
  const left = blockLeft(block, 'toolResult', known ? resultMembers : oddResultMembers)
  return keep(part, left, nothing, content === undefined ? { content: 'absent' } : undefined)
}

type Draft<T> = { -readonly [K in keyof T]: T[K] }

const resultMembers = ['toolUseId', 'content', 'status'] as const
const oddResultMembers = ['toolUseId', 'content'] as const

function decodeThought(inner: JsonObject, block: JsonObject, at: Pointer, scope: DecodeScope): ReasoningPart | undefined {
  const { reasoningText, redactedContent } = inner
  if (typeof redactedContent === 'string') {
    const text = readRedacted(redactedContent)
    const seal = scope.seals(text ?? redactedContent)
    const part: ReasoningPart = { type: 'reasoning', segments: [], at, fields: redactedFields }
    const own = isOwnSeal(seal)
    const left = blockLeft(block, 'reasoningContent', ['redactedContent'])
    return keep(sealThought(own ? { ...part, redacted: true } : part, seal), left, nothing, text === undefined ? { raw: true } : {})
  }
  if (!isJsonObject(reasoningText) || typeof reasoningText['text'] !== 'string') return undefined
  const { text, signature } = reasoningText
  const seal = typeof signature === 'string' ? scope.seals(signature) : undefined
  const segments = text === '' ? [] : [{ type: 'full' as const, text }]
  const read = ['reasoningText/text', ...(typeof signature === 'string' ? ['reasoningText/signature'] : [])]
  const left = blockLeft(block, 'reasoningContent', read)
  return keep(
    sealThought({ type: 'reasoning', segments, at, fields: thoughtFields }, seal),
    left,
    nothing,
    signature === '' ? { unsigned: true } : {},
  )
}

function decodeCited(inner: JsonObject, block: JsonObject, at: Pointer): TextPart | undefined {
  const { content, citations } = inner
  const texts = textsOf(content)
  if (texts === undefined) return undefined
  const place = pointer(at, 'citationsContent', 'citations')
  const cited = listOf(citations).map((citation, index) => decodeCitation(citation, pointer(place, index)))
  const part: TextPart = { type: 'text', text: texts.join(''), ...(cited.length > 0 && { citations: cited }), at, fields: citedFields }
  const read = ['content', ...(Array.isArray(citations) ? ['citations'] : [])]
  return keep(part, blockLeft(block, 'citationsContent', read), nothing, { pieces: texts.map(({ length }) => length) })
}

/** Texts of a list of blocks that are nothing else; `undefined`: there are others. */
function textsOf(content: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(content)) return undefined
  const texts = (content as readonly Json[]).flatMap((entry) =>
    // JSON
    isJsonObject(entry) && typeof entry['text'] === 'string' && Object.keys(entry).length === 1 ? [entry['text']] : [],
  )
  return texts.length === content.length ? texts : undefined
}

function decodeSearchResult(inner: JsonObject, block: JsonObject, at: Pointer): SearchResultPart | undefined {
  const { source: url, title, content, citations } = inner
  if (typeof url !== 'string' || typeof title !== 'string' || !Array.isArray(content)) return undefined
  const place = pointer(at, 'searchResult', 'content')
  const parts = listOf(content).flatMap((entry, index): readonly TextPart[] =>
    typeof entry['text'] === 'string'
      ? [keep<TextPart>({ type: 'text', text: entry['text'], at: pointer(place, index), fields: textFields }, entry, textKeys)]
      : [],
  )
  if (parts.length !== content.length) return undefined
  const citable = isJsonObject(citations) && typeof citations['enabled'] === 'boolean' ? citations['enabled'] : undefined
  const part: SearchResultPart = {
    type: 'search-result',
    url,
    title,
    parts,
    ...(citable !== undefined && { citable }),
    at,
    fields: searchFields,
  }
  const read = ['source', 'title', 'content', ...(citable === undefined ? [] : ['citations/enabled'])]
  return keep(part, blockLeft(block, 'searchResult', read), nothing)
}

/** Text or an image that a guardrail looks at: said to the model like any other. */
function decodeGuarded(inner: JsonObject, block: JsonObject, at: Pointer): Part | undefined {
  const { text, image } = inner
  if (isJsonObject(text) && typeof text['text'] === 'string') {
    const part: TextPart = { type: 'text', text: text['text'], at, fields: guardFields }
    return keep(part, blockLeft(block, 'guardContent', ['text/text']), nothing, { guard: true })
  }
  const part = isJsonObject(image) ? decodeMedia('image', image, pointer(at, 'guardContent'))?.({ image }) : undefined
  if (part === undefined) return undefined
  const { image: left } = part.extensions?.[format]?.rest ?? {}
  const { guardContent: _, ...beside } = block
  const { image: __, ...others } = inner
  const around = { ...others, ...(left !== undefined && { image: left }) }
  const own = { ...beside, ...(hasKeys(around) && { guardContent: around }) }
  return keep<Part>({ ...part, at, fields: guardedImageFields }, own, nothing, { ...hintOf(part), guard: true })
}

const guardedImageFields = { source: '/guardContent/image/source', 'source.mime': '/guardContent/image/format' } as const

/** Blocks of parts, each with the cache point behind it. */
export function encodeBlocks(parts: readonly Part[], inputOf?: InputReader): readonly JsonObject[] {
  const blocks: JsonObject[] = []
  for (const part of parts) {
    const block = encodeBlock(part, inputOf)
    if (block === undefined) continue
    blocks.push(block)
    if (part.cache !== undefined) blocks.push(encodeCachePoint(part.cache))
  }
  return blocks
}

/** Returns the object of a call's arguments that was parsed before. */
export type InputReader = (text: string) => JsonObject | undefined

/** The block of a part; `undefined`: this format has none for it. */
export function encodeBlock(part: Part, inputOf?: InputReader): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part)
    case 'refusal':
      return { text: part.text }
    case 'media':
      return hintOf(part).guard === true ? encodeGuardedImage(part) : encodeMedia(part)
    case 'document':
      return encodeDocument(part)
    case 'tool-call':
      return encodeCall(part, inputOf)
    case 'tool-result':
      return encodeResult(part)
    case 'hosted-call':
    case 'hosted-result':
      return encodeHosted(part, encodeInner)
    case 'reasoning':
      return encodeThought(part)
    case 'search-result':
      return encodeSearchResult(part)
    case 'opaque':
      return part.format === format ? part.wire : undefined
    default:
      return undefined
  }
}

function encodeGuardedImage(part: Extract<Part, { type: 'media' }>): JsonObject {
  const { extensions: _, ...bare } = part
  const { word } = hintOf(part)
  const image = encodeMedia({ ...bare, ...(word !== undefined && { extensions: { [format]: { hint: { word } } } }) })
  return restore<JsonObject>({ guardContent: image }, part)
}

function encodeText(part: TextPart): JsonObject {
  const { json, guard, pieces } = hintOf(part)
  const value = json === true ? parseExactJson(part.text) : undefined
  if (value !== undefined) return restore<JsonObject>({ json: value }, part)
  if (guard === true) return restore<JsonObject>({ guardContent: { text: { text: part.text } } }, part)
  if (part.citations === undefined && pieces === undefined) return restore<JsonObject>({ text: part.text }, part)
  const citations = (part.citations ?? []).map(encodeCitation)
  const content = cutAt(part.text, pieces).map((text) => ({ text }))
  return restore<JsonObject>({ citationsContent: { content, citations } }, part)
}

/** The text in the pieces in which it came, while their lengths fit. */
function cutAt(text: string, lengths: readonly number[] = [text.length]): readonly string[] {
  if (lengths.reduce((sum, length) => sum + length, 0) !== text.length) return [text]
  let start = 0
  return lengths.map((length) => text.slice(start, (start += length)))
}

function encodeCall(part: ToolCallPart, known?: InputReader): JsonObject {
  const { type } = hintOf(part)
  const input = known?.(part.arguments) ?? inputOf(part)
  const inner: Record<string, Json> = { toolUseId: part.callId, name: part.name }
  if (input !== undefined) inner['input'] = input
  if (type !== undefined) inner['type'] = type
  return restore<JsonObject>({ toolUse: inner }, part)
}

/** Input of a call: an object, unless this format's own client or server had another value. */
function inputOf(part: ToolCallPart): Json | undefined {
  const { input } = hintOf(part)
  if (part.arguments === '' && input === 'absent') return undefined
  const value = parseExactJson(argumentsOf(part))
  return value ?? {}
}

/** Arguments of a call as JSON of an object; wraps what is none. */
export function argumentsOf(part: ToolCallPart): string {
  if (part.kind === 'custom') return JSON.stringify({ input: part.arguments })
  if (part.arguments === '') return '{}'
  if (hintOf(part).input === 'any' && parseExactJson(part.arguments) !== undefined) return part.arguments
  return objectArguments(part, () => undefined).text
}

function encodeResult(part: ToolResultPart): JsonObject {
  const { callId, isError, structured, parts } = part
  const blocks = encodeInner(parts)
  const content = structured === undefined ? blocks : [{ json: structured }, ...blocks]
  const inner: Record<string, Json> = { toolUseId: callId }
  if (content.length > 0 || hintOf(part).content !== 'absent') inner['content'] = content
  if (isError !== undefined) inner['status'] = isError ? 'error' : 'success'
  return restore<JsonObject>({ toolResult: inner }, part)
}

function encodeInner(parts: readonly Part[]): readonly JsonObject[] {
  return encodeBlocks(parts)
}

/** A thought with its seal; one that has words is shown, and one of which only a seal is left is redacted. */
function encodeThought(part: ReasoningPart): JsonObject | undefined {
  const signature = encodeSeal(part)
  const text = part.segments
    .map((segment) => segment.text)
    .filter((said) => said !== '')
    .join('\n\n')
  const { raw, unsigned } = hintOf(part)
  const bare = text === '' && (part.redacted === true || (part.seal !== undefined && !isOwnSeal(part.seal)))
  if (bare && signature !== undefined)
    return restore<JsonObject>({ reasoningContent: { redactedContent: raw === true ? signature : writeRedacted(signature) } }, part)
  const said = signature ?? (unsigned === true ? '' : undefined)
  return restore<JsonObject>({ reasoningContent: { reasoningText: { text, ...(said !== undefined && { signature: said }) } } }, part)
}

function encodeSearchResult(part: SearchResultPart): JsonObject {
  const { url, title, parts, citable } = part
  const inner = {
    source: url,
    title,
    content: parts.map((text) => restore<JsonObject>({ text: text.text }, text)),
    ...(citable !== undefined && { citations: { enabled: citable } }),
  }
  return restore<JsonObject>({ searchResult: inner }, part)
}
