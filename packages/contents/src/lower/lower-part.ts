import { pointer } from '@interlingua/core'
import { objectArguments } from '@interlingua/core/adapter'
import type { Part, Pointer, ReasoningPart, TextPart, ToolCallPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { lowerDocument, lowerMedia, lowerSearchResult } from './lower-media.ts'
import { lowerResult } from './lower-result.ts'
import { bypassWord } from '../parts/seal.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope, Place } from './scope.ts'

const none: readonly Part[] = []

/** Lowers a part for its place: to itself if it is legal, to several parts, or to none, with a notice. */
export function lowerPart(part: Part, place: Place, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  // Most parts are plain text.
  if (part.type === 'text' && part.text !== '' && part.cache === undefined && part.seal === undefined && part.citations === undefined)
    return part
  const lowered = lowerKind(withoutMark(part, at, scope), place, at, scope)
  return Array.isArray(lowered) ? lowered : lowerSeal(lowered as Part, at, scope) // not a list
}

/** Drops a cache mark, since the server caches by itself. */
function withoutMark(part: Part, at: Pointer, { report }: LowerScope): Part {
  if (part.cache === undefined) return part
  report('cache-mark', placeOf(part, 'cache', at))
  const { cache: _, ...rest } = part
  return rest as Part // the same part without an optional field
}

/** Drops a seal that this upstream did not make. */
function lowerSeal(part: Part, at: Pointer, scope: LowerScope): Part {
  const { seal } = part
  if (seal === undefined || part.type === 'opaque' || isKnown(part, scope)) return part
  scope.report('foreign-seal', at)
  const { seal: _, ...rest } = part
  return bypass(rest as Part, scope) // the same part without an optional field
}

/** Adds the sentinel to a call that lost its signature, if the caller speaks this format and so has set those of the other calls. */
function bypass(part: Part, scope: LowerScope): Part {
  const wanted = scope.own && part.type === 'tool-call' && scope.context.model?.needsSeal !== false
  return wanted ? { ...part, extensions: withHint(part, { signature: bypassWord }) } : part
}

function isKnown({ seal }: Part, { vendor }: LowerScope): boolean {
  return seal?.format === 'contents' && (seal.vendor === undefined || seal.vendor === vendor)
}

function lowerKind(part: Part, place: Place, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  switch (part.type) {
    case 'text':
      return lowerText(part, at, scope)
    case 'refusal': {
      scope.report('refusal', at)
      const { type: _, ...rest } = part
      return part.text === '' ? none : { ...rest, type: 'text' }
    }
    case 'tool-call':
      return lowerCall(part, at, scope)
    case 'tool-result':
      return lowerResult(part, at, scope)
    case 'media':
      return lowerMedia(part, place, at, scope)
    case 'document':
      return lowerDocument(part, place, at, scope)
    case 'search-result':
      return lowerSearchResult(part, at, scope)
    case 'reasoning':
      return lowerReasoningPart(part, at, scope)
    case 'hosted-call':
    case 'hosted-result':
      if (typeof hintOf(part).type === 'string') return part
      scope.report('hosted-part', at)
      return none
    case 'approval':
      scope.report('approval', at)
      return none
    case 'file-reference':
      scope.report('file-id', at)
      return none
    case 'compaction':
      if (part.text !== undefined && part.text !== '') {
        scope.report('compaction-text', at)
        return { type: 'text', text: part.text, at }
      }
      scope.report('compaction', at)
      return none
    case 'opaque':
      if (part.format === 'contents') return part
      // A reference stands for a part of the conversation.
      scope.report(part.wire.type === 'item_reference' ? 'server-context' : 'opaque', at)
      return none
  }
}

function lowerText(part: TextPart, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (part.text === '' && !isKnown(part, scope) && (!scope.own || part.seal)) {
    scope.report(part.seal ? 'foreign-seal' : 'empty-text', at)
    return none
  }
  if (part.citations === undefined) return part
  part.citations.forEach((citation, index) => scope.report('citation', citation.at ?? pointer(at, 'citations', index)))
  const { citations: _, ...rest } = part
  return rest
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: LowerScope): ToolCallPart {
  const custom = part.kind === 'custom'
  const name = scope.own ? part.name : scope.nameOf(part, () => placeOf(part, 'name', at))
  const { text, value, rounded } = objectArguments(part, scope.inputOf)
  if (part.kind === 'builtin') scope.report('tool-client', at)
  if (custom) scope.report('tool-custom', at)
  else if (rounded) scope.report('argument-digits', at)
  else if (text !== part.arguments) scope.report('arguments', at)
  if (value !== undefined && text !== '') scope.inputs.push({ text, value })
  const unsaid = scope.context.model?.callIds === false && !scope.own && hintOf(part).id === undefined
  if (unsaid) scope.report('call-id-dropped', at)
  if (name === part.name && part.namespace === undefined && text === part.arguments && part.kind === 'function' && !unsaid) return part
  const { namespace: _, ...rest } = part
  const call: ToolCallPart = { ...rest, name, arguments: text, kind: 'function' }
  return unsaid ? { ...call, extensions: withHint(call, { id: 'absent' }) } : call
}

/**
 * Lowers reasoning: only thoughts that this upstream sealed may be sent as such; a client of this format may return its own thoughts as it
 * got them.
 */
function lowerReasoningPart(part: ReasoningPart, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (isKnown(part, scope) || (part.seal === undefined && scope.own)) return part
  const text = part.segments.map((segment) => segment.text).join('\n\n')
  if (scope.context.policy.foreignReasoning === 'as-text' && text !== '') {
    scope.report('foreign-reasoning-text', at)
    return { type: 'text', text, at }
  }
  scope.report('foreign-reasoning', at)
  return none
}
