import { pointer } from '@interlingua/core'
import { foreignExtensions, parseJsonObject } from '@interlingua/core/adapter'
import type { Context, MediaPart, Part, Pointer, TextPart } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import { flattenCall } from './flatten-call.ts'
import type { Draft } from './extension.ts'
import { notice } from './notices.ts'
import { citationType } from './parts/citation.ts'

/** Part of a response as this format can print it; `undefined`, with a notice, if there is no block for it. */
export function answerPart(part: Part, context: Context): Part | undefined {
  return answerKind(part.cache === undefined ? part : withoutCache(part, context), context)
}

/** Removes the cache mark, which belongs to requests. */
export function withoutCache(part: Part, context: Context): Part {
  if (part.cache === undefined) return part
  context.onNotice(notice('cache-mark', part.at ?? ''))
  const { cache: _, ...rest } = part
  return rest as Part // the same part without an optional field
}

/** True for a part of another format's response without content, for which there is no block. */
export function isSilent(part: Part, context: Context): boolean {
  if (part.type === 'text' || part.type === 'refusal')
    return part.text === '' && hintOf(part).empty !== true && hintOf(part).type === undefined
  if (part.type !== 'reasoning' || part.extensions?.messages !== undefined) return false
  return (
    (part.seal === undefined || (part.seal.format !== 'messages' && !context.policy.carryForeignSeals)) &&
    part.segments.every(({ text }) => text === '')
  )
}

/** Reports a part that is left out, and everything in it. */
export function reportSilent(part: Part, at: Pointer, context: Context): void {
  context.onNotice(notice('empty-text', at))
  if (part.type !== 'text') return
  for (const [index, citation] of (part.citations ?? []).entries())
    context.onNotice(notice('citation', citation.at ?? pointer(at, 'citations', index)))
}

/** Transcript of speech as a text, with the extensions of the part. */
function spoken({ transcript, extensions }: MediaPart, at: Pointer): TextPart | undefined {
  if (transcript === undefined) return undefined
  const foreign = foreignExtensions(extensions, format)
  return foreign ? { type: 'text', text: transcript, at, extensions: foreign } : { type: 'text', text: transcript, at }
}

function answerKind(part: Part, context: Context): Part | undefined {
  const at = part.at ?? ''
  switch (part.type) {
    case 'text':
      return answerText(part, context)
    case 'refusal': {
      context.onNotice(notice('refusal', at))
      const { type: _, ...rest } = part
      return { ...rest, type: 'text' }
    }
    case 'reasoning':
      if (part.seal && part.seal.format !== 'messages' && !context.policy.carryForeignSeals) context.onNotice(notice('foreign-seal', at))
      if (part.segments.some(({ type }) => type === 'summary')) context.onNotice(notice('reasoning-kind', at))
      return part
    case 'media':
      if (part.extensions?.messages || (part.kind === 'image' && part.source.type !== 'inline' && part.source.type !== 'url')) return part
      context.onNotice(notice(part.kind === 'audio' && part.transcript !== undefined ? 'audio-output' : 'answer-part', at))
      return spoken(part, at)
    case 'hosted-call':
    case 'hosted-result':
      if (typeof hintOf(part).type === 'string') return part
      context.onNotice(notice('hosted-part', at))
      return undefined
    case 'opaque':
      if (part.format === 'messages') return part
      context.onNotice(notice('opaque', at))
      return undefined
    case 'compaction':
    case 'file-reference':
      if (part.extensions?.messages) return part
      context.onNotice(notice('opaque', at))
      return undefined
    case 'tool-call':
      if (part.kind === 'custom') context.onNotice(notice('tool-custom', at))
      else if (!isJsonObjectText(part.arguments)) context.onNotice(notice('arguments', at))
      return flattenCall(part, context)
    default:
      return part
  }
}

function isJsonObjectText(text: string): boolean {
  return parseJsonObject(text) !== undefined
}

function answerText(part: TextPart, context: Context): Part {
  if (!part.citations || part.citations.every((citation) => citation.extensions?.messages)) return part
  const text: Draft<TextPart> = { ...part }
  const kept = part.citations.filter((citation, index) => {
    if (citation.extensions?.messages) return true
    const at = citation.at ?? (`${part.at ?? ''}/citations/${index}` as `/${string}`)
    const printable = citationType(citation) !== undefined
    const whole = part.text !== '' && citation.span?.start === 0 && citation.span.end === part.text.length
    if (!printable || (citation.span && !whole)) context.onNotice(notice(printable ? 'citation-span' : 'citation', at))
    return printable
  })
  // Reported just now, so the walker must not report the span again.
  text.citations = kept.map((citation) => {
    const { span: _, ...rest } = citation
    return rest
  })
  if (text.citations.length === 0) delete text.citations
  return text
}
