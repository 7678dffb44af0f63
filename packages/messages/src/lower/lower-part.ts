import { pointer } from '@interlingua/core'
import { objectArguments } from '@interlingua/core/adapter'
import type {
  CompactionPart,
  DocumentPart,
  MediaPart,
  Part,
  Pointer,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { isOurs, textOf } from './media-rules.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope, Place } from './scope.ts'
import { placeOfName } from './tool-names.ts'

/** Lowers a part for its place; `undefined`, with a notice, if it cannot stand there. Returns legal parts as they are. */
export function lowerPart(part: Part, place: Place, at: Pointer, scope: LowerScope): Part | undefined {
  switch (part.type) {
    case 'text':
      return lowerText(part, place, at, scope)
    case 'refusal': {
      scope.report('refusal', at)
      const { type: _, ...rest } = part
      return part.text.trim() === '' ? undefined : { ...rest, type: 'text' }
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
      scope.report(part.wire.type === 'item_reference' ? 'server-context' : 'opaque', at)
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

/** Turns another provider's summary into text if it is readable; otherwise everything before it would be missing. */
function lowerCompaction({ text = '' }: CompactionPart, at: Pointer, scope: LowerScope): TextPart | undefined {
  scope.report(text.trim() === '' ? 'server-context' : 'compaction-text', at)
  return text.trim() === '' ? undefined : { type: 'text', text, at }
}

function lowerText(part: TextPart, place: Place, at: Pointer, scope: LowerScope): TextPart | undefined {
  // Text without a visible character is refused, and with it every request that repeats it.
  if (part.text.trim() === '') {
    scope.report('empty-text', at)
    if (part.seal !== undefined) scope.report('foreign-seal', `${at}${part.fields?.seal ?? ''}` as Pointer) // two pointers, one after the other
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
  const blank = part.parts.some(({ text }) => text.trim() === '')
  if (!blank && (scope.lenient || !part.parts.some(({ citations }) => citations !== undefined))) return part
  return {
    ...part,
    parts: part.parts.flatMap((text) => lowerText(text, place === 'user' ? 'result' : place, text.at ?? part.at ?? '', scope) ?? []),
  }
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: LowerScope): ToolCallPart {
  const name = scope.nameOf(part, () => placeOfName(part, at))
  const callId = scope.callIdOf(part.callId, at)
  const given = objectArguments(part, scope.inputOf)
  const { rounded } = given
  const text = part.kind === 'custom' ? given.text : scope.keys.encode(name, given.text)
  // A renamed key makes another object.
  const value = text === given.text ? given.value : undefined
  if (part.kind === 'custom') scope.report('tool-custom', at)
  else if (rounded) scope.report('argument-digits', at)
  else if (given.text !== part.arguments) scope.report('arguments', at)
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
    // Other formats spell an empty result as one empty text.
    if (inner.type === 'text' && inner.text === '' && part.parts.length === 1) {
      same = false
      continue
    }
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
  // An empty block is refused, while an empty string is not.
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
    scope.report('result-structured', at)
    const beside = parts.filter((inner) => !isEmptyText(inner))
    parts.splice(0, parts.length, { type: 'text', text: JSON.stringify(structured), at }, ...beside)
  }
  return { ...rest, callId, parts }
}

function isEmptyText(part: Part): boolean {
  return part.type === 'text' && part.text === ''
}

const resultKinds: ReadonlySet<Part['type']> = new Set(['text', 'media', 'document', 'search-result', 'opaque'])
function lowerMedia(part: MediaPart, place: Place, at: Pointer, scope: LowerScope): Part | undefined {
  // Media other than images keep only their transcript; media without one were left out before.
  if (part.kind !== 'image') {
    scope.report('transcript', at)
    return { type: 'text', text: part.transcript ?? '', at }
  }
  if (place === 'assistant' && !isOurs(part)) {
    scope.report('media-place', at)
    return undefined
  }
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined) return part
  scope.report('media-name', placeOf(part, 'source.filename', at))
  return { ...part, source: { type: 'inline', mime: source.mime, base64: source.base64 } }
}

function lowerDocument(part: DocumentPart, at: Pointer, scope: LowerScope): DocumentPart {
  const { source } = part
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
  const text = textOf(source)
  if (text === undefined) return part
  scope.report('document-text', at)
  return { ...lowered, source: { type: 'text', text, mime: 'text/plain' } }
}

/** Lowers reasoning; only thinking that this format's models sealed may be sent as such. */
function lowerReasoningPart(part: ReasoningPart, at: Pointer, scope: LowerScope): Part | undefined {
  if (part.seal?.format === 'messages') return part
  const hint = hintOf(part)
  // Compatible servers think without signatures, and want their thinking back so.
  if (part.seal === undefined && (hint.unsigned === true || hint.signature === '')) return part
  const text = part.segments.map((segment) => segment.text).join('\n\n')
  if (scope.context.policy.foreignReasoning === 'as-text' && text.trim() !== '') {
    scope.report('foreign-reasoning-text', at)
    return { type: 'text', text, at }
  }
  scope.report('foreign-reasoning', at)
  return undefined
}
