import { isJsonObject, pointer } from '@interlingua/core'
import type { DocumentPart, FieldPointers, Json, JsonObject, MediaPart, Part, Pointer, Source, TextPart } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { leftOf } from './left-of.ts'
import { typeOf, wordOf, wordOfAddress, type Kind } from './media-types.ts'
import { format, hintOf, keep, nothing, restore, type Hint } from './wire.ts'

interface Read {
  readonly source: Source
  /** Members that were read, as paths. */
  readonly read: readonly string[]
}

/** Source of media or of a document, whose type stands beside it; `undefined`: it is none that is known. */
function sourceOf(source: JsonObject, type: string | undefined, at: Pointer): Read | undefined {
  const { bytes, s3Location, text, content } = source
  const told = type === undefined ? {} : { mime: type }
  if (typeof bytes === 'string')
    return { source: { type: 'inline', mime: type ?? 'application/octet-stream', base64: bytes }, read: ['source/bytes'] }
  if (isJsonObject(s3Location) && typeof s3Location['uri'] === 'string')
    return { source: { type: 'file', fileId: s3Location['uri'], owner: format, ...told }, read: ['source/s3Location/uri'] }
  if (typeof text === 'string') return { source: { type: 'text', text, ...told }, read: ['source/text'] }
  if (!Array.isArray(content)) return undefined
  const parts = (content as readonly Json[]).flatMap((entry, index): readonly TextPart[] =>
    // JSON
    isJsonObject(entry) && typeof entry['text'] === 'string'
      ? [keep<TextPart>({ type: 'text', text: entry['text'], at: pointer(at, 'source', 'content', index) }, entry, textKeys)]
      : [],
  )
  return parts.length === content.length ? { source: { type: 'parts', parts }, read: ['source/content'] } : undefined
}

const textKeys: ReadonlySet<string> = new Set(['text'])

function fieldsOf(key: string): FieldPointers {
  return {
    kind: `/${key}`,
    source: `/${key}/source`,
    'source.mime': `/${key}/format`,
    title: `/${key}/name`,
    context: `/${key}/context`,
    citable: `/${key}/citations/enabled`,
  }
}

const fields: Readonly<Record<Kind, FieldPointers>> = {
  image: fieldsOf('image'),
  video: fieldsOf('video'),
  audio: fieldsOf('audio'),
  document: fieldsOf('document'),
}

/** An image, a video or a sound. `undefined`: nothing is known of its source. `inner`: the members of the block. */
export function decodeMedia(kind: MediaPart['kind'], inner: JsonObject, at: Pointer): ((block: JsonObject) => Part) | undefined {
  const { format: word, source } = inner
  if (typeof word !== 'string' || !isJsonObject(source)) return undefined
  const type = typeOf(kind, word)
  const found = sourceOf(source, type, pointer(at, kind))
  if (found === undefined || found.source.type === 'text' || found.source.type === 'parts') return undefined
  const hint: Hint = wordOf(kind, type) === word ? {} : { word }
  const part: MediaPart = { type: 'media', kind, source: found.source, at, fields: fields[kind] }
  return (block) => keep<Part>(part, blockLeft(block, kind, ['format', ...found.read]), nothing, hint)
}

export function decodeDocument(inner: JsonObject, at: Pointer): ((block: JsonObject) => Part) | undefined {
  const { format: word, name, source, context, citations } = inner
  if (!isJsonObject(source) || (word !== undefined && typeof word !== 'string')) return undefined
  const type = word === undefined ? undefined : typeOf('document', word)
  const found = sourceOf(source, type, pointer(at, 'document'))
  if (found === undefined) return undefined
  const hint: Hint = word === undefined || wordOf('document', type) === word ? {} : { word }
  const citable = isJsonObject(citations) && typeof citations['enabled'] === 'boolean' ? citations['enabled'] : undefined
  // A list of texts says nothing of a type.
  const silent = found.source.type === 'parts' && word !== undefined
  const part: DocumentPart = {
    type: 'document',
    source: found.source,
    ...(typeof name === 'string' && { title: name }),
    ...(typeof context === 'string' && { context }),
    ...(citable !== undefined && { citable }),
    at,
    fields: fields.document,
  }
  const read = [
    'format',
    ...found.read,
    ...(typeof name === 'string' ? ['name'] : []),
    ...(typeof context === 'string' ? ['context'] : []),
    ...(citable === undefined ? [] : ['citations/enabled']),
  ]
  return (block) => keep<Part>(part, blockLeft(block, 'document', read), nothing, silent ? { ...hint, word } : hint)
}

/** Members of a block that were not read: those beside its key, and those within. */
export function blockLeft(block: JsonObject, key: string, read: readonly string[]): JsonObject {
  if (isOnly(block, key) && isRead(block[key] ?? null, read, '')) return nothingLeft
  const { [key]: inner, ...beside } = block
  const left = isJsonObject(inner) ? leftOf(inner, read) : {}
  return hasKeys(left) ? { ...beside, [key]: left } : beside
}

const nothingLeft: JsonObject = {}

function isOnly(block: JsonObject, key: string): boolean {
  for (const other in block) if (other !== key) return false
  return true
}

/** True: all members of an object were read, as nearly always. */
function isRead(value: Json, read: readonly string[], before: string): boolean {
  if (!isJsonObject(value)) return false
  for (const key in value) {
    const path = before === '' ? key : `${before}/${key}`
    const inner = value[key]
    if (inner === undefined || read.includes(path)) continue
    if (!read.some((each) => each.startsWith(`${path}/`)) || !isRead(inner, read, path)) return false
  }
  return true
}

export function encodeMedia(part: MediaPart): JsonObject {
  const inner = { format: wordFor(part.kind, part) ?? '', source: encodeSource(part.source) }
  return restore<JsonObject>({ [part.kind]: inner }, part)
}

export function encodeDocument(part: DocumentPart): JsonObject {
  const { title, context, citable, source } = part
  const word = wordFor('document', part)
  const inner = {
    ...(word !== undefined && { format: word }),
    ...(title !== undefined && { name: title }),
    source: encodeSource(source),
    ...(context !== undefined && { context }),
    ...(citable !== undefined && { citations: { enabled: citable } }),
  }
  return restore<JsonObject>({ document: inner }, part)
}

/** Word for the type of a source; `undefined`: it has none, or none that this format knows. */
export function wordFor(kind: Kind, { source, extensions }: MediaPart | DocumentPart): string | undefined {
  const { word } = hintOf({ ...(extensions && { extensions }) })
  if (word !== undefined) return word
  if (source.type === 'parts') return undefined
  const known = wordOf(kind, source.mime)
  if (known !== undefined) return known
  if (source.type === 'text') return source.mime === undefined ? undefined : 'txt'
  return source.type === 'inline' ? undefined : wordOfAddress(kind, source.type === 'url' ? source.url : source.fileId)
}

function encodeSource(source: Source): JsonObject {
  switch (source.type) {
    case 'inline':
      return { bytes: source.base64 }
    case 'text':
      return { text: source.text }
    case 'url':
      return { s3Location: { uri: source.url } }
    case 'file':
      return { s3Location: { uri: source.fileId } }
    case 'parts':
      return {
        content: source.parts.flatMap((part) => (part.type === 'text' ? [restore<JsonObject>({ text: part.text }, part)] : [])),
      }
  }
}
