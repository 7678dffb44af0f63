import type { Citation, Item, Part, Pointer, ReasoningPart, TextPart, ToolCallPart, Turn } from '@interlingua/core'
import { pointer } from '@interlingua/core'
import { format, hintOf, ownVendor, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { leaveOut } from './leave-out.ts'
import type { LowerScope } from './scope.ts'

/** Lowers an assistant turn to the parts that its items can hold; `undefined` if none is left. */
export function lowerAssistant(turn: Turn, at: Pointer, scope: LowerScope): Turn | undefined {
  const parts: Part[] = []
  let changed = false
  /**
   * True if the reasoning before the next item was dropped: that item loses its id, or the server would demand the reasoning that belongs
   * to it.
   */
  let orphaned = false
  let anonymous: Set<string> | undefined
  for (let i = 0; i < turn.parts.length; i++) {
    const part = turn.parts[i] as Part // the index is in range
    let lowered = lowerPart(part, part.at ?? `${at}/parts/${i}`, scope)
    if (lowered === undefined && part.type === 'reasoning') orphaned = true
    if (lowered !== undefined && orphaned) {
      if (lowered.itemId !== undefined && isListed(turn, lowered.itemId)) (anonymous ??= new Set()).add(lowered.itemId)
      else if (lowered.itemId !== undefined) lowered = withoutId(lowered)
      orphaned = false
    }
    if (lowered !== part) changed = true
    if (lowered !== undefined) parts.push(lowered)
  }
  if (parts.length === 0) {
    return leaveOut(turn, at, scope)
  }
  const items = lowerItems(turn, anonymous, scope)
  if (!changed && parts.length === turn.parts.length && items === turn.items) return turn
  const lowered: Draft<Turn> = { ...turn, parts }
  if (items) lowered.items = items
  return lowered
}

function isListed({ items }: Turn, id: string): boolean {
  return items?.some((item) => item.id === id) === true
}

function withoutId<T extends Part>(part: T): T {
  const bare: Draft<Part> = { ...part }
  delete bare.itemId
  return bare as T // a copy of the same type
}

/** Drops ids of items that no server of this format gave. */
function lowerItems(turn: Turn, anonymous: ReadonlySet<string> | undefined, scope: LowerScope): readonly Item[] | undefined {
  const { items } = turn
  if (items === undefined || (scope.own && anonymous === undefined)) return items
  let changed = false
  const lowered = items.map((item) => {
    const known = scope.own || item.id.startsWith('msg_')
    if ((known && !anonymous?.has(item.id)) || hintOf(item).id === 'absent') return item
    changed = true
    return { ...item, extensions: withHint(item, { id: 'absent' }) }
  })
  return changed ? lowered : items
}

function lowerPart(part: Part, at: Pointer, scope: LowerScope): Part | undefined {
  switch (part.type) {
    case 'text':
      return lowerText(part, at, scope)
    case 'refusal':
      return part
    case 'reasoning':
      return lowerReasoning(part, at, scope)
    case 'tool-call':
      return lowerCall(part, at, scope)
    case 'media':
    case 'document':
      if (scope.own) return part
      scope.report('media-place', at)
      return undefined
    case 'hosted-call':
    case 'hosted-result':
      if (part.extensions?.responses !== undefined || (scope.own && part.itemId !== undefined)) return part
      scope.report('hosted-part', at)
      return undefined
    case 'opaque':
      if (part.format === format) return part
      scope.report('opaque', at)
      return undefined
    case 'approval':
      if (scope.own) return part
      scope.report('turn-part', at)
      return undefined
    case 'compaction':
      if (part.seal?.format === format ? isOfVendor(part, scope) : part.seal === undefined && scope.own) return part
      if (part.text !== undefined && part.text !== '') {
        scope.report('compaction-text', at)
        return { type: 'text', at, text: part.text }
      }
      scope.report('server-context', at)
      return undefined
    case 'tool-result':
    case 'search-result':
    case 'file-reference':
      scope.report('turn-part', at)
      return undefined
  }
}

function isOfVendor({ seal }: Part, { vendor }: LowerScope): boolean {
  return (seal?.vendor ?? ownVendor) === vendor
}

function lowerText(part: TextPart, at: Pointer, scope: LowerScope): Part | undefined {
  if (scope.own) return part
  if (part.text === '') {
    scope.report('empty-text', at)
    return undefined
  }
  return part.citations === undefined ? part : lowerCitations(part, part.citations, at, scope)
}

/** Keeps citations with a URL and a span, which an annotation needs. */
function lowerCitations(part: TextPart, citations: readonly Citation[], at: Pointer, scope: LowerScope): TextPart {
  const kept: Citation[] = []
  citations.forEach((citation, index) => {
    const place = citation.at ?? pointer(at, 'citations', index)
    if (citation.uri === undefined && citation.extensions?.responses === undefined) {
      scope.report('citation', place)
      return
    }
    if (citation.span !== undefined || citation.extensions?.responses !== undefined) kept.push(citation)
    else {
      scope.report('citation-span', place)
      kept.push({ ...citation, span: { start: 0, end: part.text.length } })
    }
  })
  const { citations: _, ...bare } = part
  return kept.length === 0 ? bare : { ...bare, citations: kept }
}

/** Keeps reasoning that this vendor's own models sealed; a server that seals nothing gets its own back as it was. */
function lowerReasoning(part: ReasoningPart, at: Pointer, scope: LowerScope): Part | undefined {
  if (part.seal?.format === format && isOfVendor(part, scope) && part.seal.attachTo === undefined) return part
  if (part.seal === undefined && scope.own && hintOf(part).encrypted === undefined) return part
  const text = part.segments.map((segment) => segment.text).join('\n\n')
  if (scope.context.policy.foreignReasoning === 'as-text' && text !== '') {
    scope.report('foreign-reasoning-text', at)
    return { type: 'text', text, at }
  }
  scope.report(part.seal?.attachTo === undefined ? 'foreign-reasoning' : 'foreign-seal', at)
  return undefined
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: LowerScope): ToolCallPart {
  const { name, namespace } = scope.nameOf(part)
  const callId = scope.callIdOf(part.callId, at)
  const wrap = part.kind === 'custom' && scope.dialect.customTools === false
  const foreignId = part.itemId !== undefined && !scope.own && !/^(fc|ctc)_/.test(part.itemId)
  if (name === part.name && namespace === part.namespace && callId === part.callId && !wrap && !foreignId) return part
  const lowered: Draft<ToolCallPart> = { ...part, name, callId }
  if (namespace === undefined) delete lowered.namespace
  else lowered.namespace = namespace
  if (foreignId) delete lowered.itemId
  if (wrap) {
    scope.report('tool-custom', at)
    lowered.kind = 'function'
    lowered.arguments = JSON.stringify({ input: part.arguments })
    // An id states the kind of its item.
    delete lowered.itemId
  }
  return lowered
}
