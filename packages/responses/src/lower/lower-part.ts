import type { Part, Pointer, SearchResultPart, TextPart } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import { fates } from '../fates.ts'
import type { Draft } from '../extension.ts'
import { lowerDocument } from './lower-document.ts'
import { lowerMedia } from './lower-media.ts'
import type { Code, LowerScope } from './scope.ts'
import { textFor } from './text-for.ts'

/** Lowers a part of a message, an instruction or a result; returns no part if it is lost. */
export function lowerPart(part: Part, at: Pointer, scope: LowerScope): readonly Part[] {
  const place = part.at ?? at
  switch (part.type) {
    case 'text':
      return [withoutCitations(part, place, scope)]
    case 'media':
      return [lowerMedia(part, place, scope)]
    case 'document':
      return lowerDocument(part, place, scope, lowerPart)
    case 'search-result':
      scope.report('search-result', place)
      for (const inner of part.parts) fates.extensions(inner.extensions, inner.at ?? place, scope.context)
      return [textFor(part, searchText(part), place)]
    case 'compaction':
      if (part.text === undefined || part.text === '') return drop('turn-part', place, scope)
      scope.report('compaction-text', place)
      return [textFor(part, part.text, place)]
    case 'opaque':
      return part.format === format ? [part] : drop('opaque', place, scope)
    case 'file-reference':
      return drop('file-id', place, scope)
    case 'hosted-call':
    case 'hosted-result':
      return drop('hosted-part', place, scope)
    case 'approval':
      return part.extensions?.responses !== undefined || scope.own ? [part] : drop('turn-part', place, scope)
    case 'refusal':
      // A refusal of an instruction or a user becomes words.
      return part.text === '' ? drop('turn-part', place, scope) : scope.own ? [part] : drop('turn-part', place, scope)
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
      return drop('turn-part', place, scope)
  }
}

export function drop(code: Code, at: Pointer, scope: LowerScope): readonly Part[] {
  scope.report(code, at)
  return []
}

function searchText(part: SearchResultPart): string {
  const texts = part.parts.map(({ text }) => text)
  return [part.title, part.url, ...texts].filter((line) => line !== '').join('\n')
}

/** Drops the citations of a user's text, which have no slot, unless the caller speaks this format. */
function withoutCitations(part: TextPart, place: Pointer, scope: LowerScope): TextPart {
  if (part.citations === undefined || hintOf(part).type === 'output_text') return part
  if (part.citations.length > 0) scope.report('citation', place)
  const lowered: Draft<TextPart> = { ...part }
  delete lowered.citations
  return lowered
}
