import { decodeTextFile, objectArguments, pointer } from '@interlingua/core'
import type {
  CacheMark,
  CompactionPart,
  DocumentPart,
  MediaPart,
  Part,
  Pointer,
  ReasoningPart,
  SearchResultPart,
  Source,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { wireTtl } from '../parts/cache.ts'
import type { LowerScope, Place } from './scope.ts'
import { placeOfName } from './tool-names.ts'

/** A part as this format takes it in this place; `undefined`, with a notice, where it does not. Legal parts come back as they are. */
export function lowerPart(part: Part, place: Place, at: Pointer, scope: LowerScope): Part | undefined {
  const lowered = lowerKind(part, place, at, scope)
  const ttl = lowered?.cache?.ttl
  if (lowered === undefined || (ttl !== '30m' && ttl !== '12h')) return lowered
  scope.report('cache-ttl', `${at}${part.fields?.cache ?? '/cache'}` as Pointer) // two pointers, one after the other
  const cache: CacheMark = { ttl: wireTtl[ttl] }
  return { ...lowered, cache }
}

function lowerKind(part: Part, place: Place, at: Pointer, scope: LowerScope): Part | undefined {
  switch (part.type) {
    case 'text':
      return lowerText(part, place, at, scope)
    case 'refusal': {
      scope.report('refusal', at)
      const { type: _, ...rest } = part
      return part.text === '' ? undefined : { ...rest, type: 'text' }
    }
    case 'tool-call':
      return lowerCall(part, at, scope)
    case 'tool-result':
      return lowerResult(part, at, scope)
    case 'media':
      return lowerMedia(part, place, at, scope)
    case 'document':
      if (place === 'assistant' && !scope.lenient) {
        scope.report('media-place', at)
        return undefined
      }
      return lowerDocument(part, at, scope)
    case 'reasoning':
      return lowerReasoningPart(part, at, scope)
    case 'hosted-call':
    case 'hosted-result':
      if (typeof hintOf(part).type === 'string') return part
      scope.report('hosted-part', at)
      return undefined
    case 'approval':
      scope.report('approval', at)
      return undefined
    case 'opaque':
      if (part.format === 'messages') return part
      scope.report(part.wire.type === 'item_reference' ? 'context' : 'opaque', at)
      return undefined
    case 'compaction':
      return part.extensions?.messages ? part : lowerCompaction(part, at, scope)
    case 'file-reference':
      if (part.extensions?.messages) return part
      scope.report('opaque', at)
      return undefined
    case 'search-result':
      return lowerSearchResult(part, place, scope)
  }
}

/** Another provider's summary is text where it can be read; else everything before it would be missing. */
function lowerCompaction({ text = '' }: CompactionPart, at: Pointer, scope: LowerScope): TextPart | undefined {
  scope.report(text === '' ? 'context' : 'compaction', at)
  return text === '' ? undefined : { type: 'text', text, at }
}

function lowerText(part: TextPart, place: Place, at: Pointer, scope: LowerScope): TextPart | undefined {
  if (part.text === '' && part.seal === undefined && place !== 'result') {
    scope.report('empty-text', at)
    return undefined
  }
  if (part.citations === undefined) return part
  const kept = part.citations.filter((citation, index) => {
    if (citation.extensions?.messages && (place === 'assistant' || scope.lenient)) return true
    scope.report('citation', citation.at ?? pointer(at, 'citations', index))
    return false
  })
  if (kept.length === part.citations.length) return part
  const { citations: _, ...rest } = part
  return kept.length === 0 ? rest : { ...rest, citations: kept }
}

function lowerSearchResult(part: SearchResultPart, place: Place, scope: LowerScope): SearchResultPart {
  if (scope.lenient || !part.parts.some(({ citations }) => citations !== undefined)) return part
  return {
    ...part,
    parts: part.parts.map((text) => lowerText(text, place === 'user' ? 'result' : place, text.at ?? part.at ?? '', scope) ?? text),
  }
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: LowerScope): ToolCallPart {
  const name = scope.nameOf(part, placeOfName(part, at))
  const callId = scope.callIdOf(part.callId, at)
  const { text, value, rounded } = objectArguments(part, scope.inputOf)
  if (part.kind === 'custom') scope.report('tool-custom', at)
  else if (rounded) scope.report('argument-digits', at)
  else if (text !== part.arguments) scope.report('arguments', at)
  const same =
    name === part.name && callId === part.callId && part.namespace === undefined && text === part.arguments && part.kind !== 'custom'
  const lowered = same ? part : rewritten(part, name, callId, text)
  if (value !== undefined && text !== '') scope.inputs.push({ text, value })
  return lowered
}

function rewritten(part: ToolCallPart, name: string, callId: string, text: string): ToolCallPart {
  const { namespace: _, ...rest } = part
  return { ...rest, name, callId, arguments: text, kind: part.kind === 'custom' ? 'function' : part.kind }
}

function lowerResult(part: ToolResultPart, at: Pointer, scope: LowerScope): ToolResultPart {
  const callId = scope.callIdOf(part.callId, at)
  const parts: Part[] = []
  let same = callId === part.callId && part.structured === undefined
  for (let index = 0; index < part.parts.length; index++) {
    const inner = part.parts[index]
    if (inner === undefined) continue
    const lowered = lowerPart(inner, 'result', inner.at ?? pointer(at, 'content', index), scope)
    if (lowered !== inner) same = false
    if (lowered === undefined) continue
    if (resultKinds.has(lowered.type)) parts.push(lowered)
    else {
      scope.report('result-part', inner.at ?? pointer(at, 'content', index))
      same = false
    }
  }
  const only = parts[0]
  // An empty block is refused, an empty string is not.
  const empty =
    parts.length === 1 && only?.type === 'text' && only.text === '' && part.structured === undefined && hintOf(part).content !== 'string'
  if (parts.length > 1 && parts.some(isEmptyText)) {
    scope.report('empty-text', at)
    parts.splice(0, parts.length, ...parts.filter((inner) => !isEmptyText(inner)))
    same = false
  }
  if (empty) return { ...part, callId, parts, extensions: withHint(part, { content: 'string' }) }
  if (same) return part
  const { structured, ...rest } = part
  if (structured !== undefined) {
    scope.report('result-structure', at)
    const beside = parts.filter((inner) => !isEmptyText(inner))
    parts.splice(0, parts.length, { type: 'text', text: JSON.stringify(structured), at }, ...beside)
  }
  return { ...rest, callId, parts }
}

function isEmptyText(part: Part): boolean {
  return part.type === 'text' && part.text === ''
}

const resultKinds: ReadonlySet<Part['type']> = new Set(['text', 'media', 'document', 'search-result', 'opaque'])
const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

function lowerMedia(part: MediaPart, place: Place, at: Pointer, scope: LowerScope): Part | undefined {
  if (part.kind !== 'image') {
    if (part.transcript !== undefined && part.transcript !== '') {
      scope.report('transcript', at)
      return { type: 'text', text: part.transcript, at }
    }
    scope.report('media-kind', at)
    return undefined
  }
  if (place === 'assistant' && part.extensions?.messages === undefined && !isOurs(part)) {
    scope.report('media-place', at)
    return undefined
  }
  const refused = refusedSource(part.source, imageTypes)
  if (refused && !isOurs(part)) {
    scope.report(refused === 'file' ? 'file-id' : 'media-type', at)
    return undefined
  }
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined) return part
  scope.report('media-name', at)
  return { ...part, source: { type: 'inline', mime: source.mime, base64: source.base64 } }
}

/** Our decoder gives image parts with our own pointers; an illegal mime type in our own request is the server's to refuse. */
function isOurs(part: MediaPart | DocumentPart): boolean {
  return part.extensions?.messages !== undefined
}

function refusedSource(source: Source, types: ReadonlySet<string>): 'file' | 'type' | undefined {
  if (source.type === 'file') return source.owner === 'messages' ? undefined : 'file'
  if (source.type === 'inline') return types.has(source.mime) ? undefined : 'type'
  return source.type === 'url' ? undefined : 'type'
}

function lowerDocument(part: DocumentPart, at: Pointer, scope: LowerScope): DocumentPart | undefined {
  const { source } = part
  if (source.type === 'file' && source.owner !== 'messages') {
    scope.report('file-id', at)
    return undefined
  }
  if (source.type === 'text' && source.mime !== undefined && source.mime !== 'text/plain')
    return { ...part, source: { type: 'text', text: source.text, mime: 'text/plain' } }
  if (source.type === 'text' && source.mime === undefined && part.extensions?.messages === undefined)
    return { ...part, source: { ...source, mime: 'text/plain' } }
  if (source.type !== 'inline') return part
  let lowered: DocumentPart = part
  if (source.filename !== undefined && part.title === undefined) {
    scope.report('document-title', at)
    lowered = { ...lowered, title: source.filename }
  }
  if (source.mime === 'application/pdf') {
    if (source.filename === undefined) return lowered
    return { ...lowered, source: { type: 'inline', mime: source.mime, base64: source.base64 } }
  }
  const text = /^text\/|^application\/(json|xml|yaml|x-yaml)$/.test(source.mime) ? decodeTextFile(source.base64) : undefined
  if (text === undefined) {
    if (isOurs(part)) return part
    scope.report('document-type', at)
    return undefined
  }
  scope.report('document-text', at)
  return { ...lowered, source: { type: 'text', text, mime: 'text/plain' } }
}

/** Only what this format's models sealed may be sent as thinking. */
function lowerReasoningPart(part: ReasoningPart, at: Pointer, scope: LowerScope): Part | undefined {
  if (part.seal?.format === 'messages') return part
  const hint = hintOf(part)
  // Compatible servers think without signatures, and want it back so.
  if (part.seal === undefined && (hint.unsigned === true || hint.signature === '')) return part
  const text = part.segments.map((segment) => segment.text).join('\n\n')
  if (scope.context.policy.foreignReasoning === 'as-text' && text !== '') {
    scope.report('foreign-reasoning-text', at)
    return { type: 'text', text, at }
  }
  scope.report('foreign-reasoning', at)
  return undefined
}
