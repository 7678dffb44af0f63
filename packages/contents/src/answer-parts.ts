import { attachSeals, wrapSeal } from '@interlingua/core'
import type { Candidate, Context, Part, Pointer, TextPart } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import { reportPart } from './report-answer.ts'
import { notice } from './notices.ts'

/**
 * The parts of a candidate as this format shows them: what hosted tools made stands by itself, and neighbours that a stream could not
 * tell apart are one. Parts of our own documents stay as they were.
 */
export function answerParts(candidate: Candidate, context: Context): readonly Part[] {
  const parts: Part[] = []
  const apart = hintOf(candidate).parts === 'apart'
  const base: Pointer = candidate.at ?? `/candidates/${candidate.index}`
  const lifted = candidate.parts.flatMap((part, position) => liftMedia(part, part.at ?? `${base}/parts/${position}`, context))
  attachSeals(lifted.map(wrapOrphan), format).forEach((shown, position) => {
    const at: Pointer = shown.at ?? `${base}/parts/${position}`
    if (!reportPart(shown, at, context)) return
    const before = parts[parts.length - 1]
    if (!apart && isEmpty(shown)) {
      context.onNotice(notice('empty-text', at))
      return
    }
    const joined = apart || before === undefined ? undefined : joinParts(before, shown)
    if (joined === undefined) parts.push(shown)
    else {
      parts[parts.length - 1] = joined
      if (before?.at !== undefined) context.onNotice(notice('text-joined', before.at))
      context.onNotice(notice('text-joined', at))
    }
  })
  return parts
}

/** What this format shows of one part: itself, what is in it, or nothing, which is reported. */
export function shownParts(part: Part, at: Pointer, context: Context): readonly Part[] {
  return liftMedia(part, at, context).filter((shown) => reportPart(shown, shown.at ?? at, context))
}

/** What another format's hosted tool made, without its result. */
function liftMedia(part: Part, at: Pointer, context: Context): readonly Part[] {
  const media = part.type === 'hosted-result' && part.extensions?.contents === undefined ? part.parts.filter(isInlineMedia) : []
  if (media.length === 0) return [part]
  context.onNotice(notice('answer-media', at))
  return media.map((inner) => ({ ...inner, at: inner.at ?? at }))
}

function isInlineMedia(part: Part): boolean {
  return part.type === 'media' && part.source.type === 'inline'
}

function isEmpty(part: Part): boolean {
  if (part.seal !== undefined || part.extensions?.contents !== undefined) return false
  if (part.type === 'text' || part.type === 'refusal') return part.text === ''
  return part.type === 'reasoning' && part.segments.every(({ text }) => text === '')
}

/** Two adjacent texts, or thoughts, as one, where the first has no seal: a seal of the second comes last in a stream, and is of all. */
function joinParts(before: Part, part: Part): Part | undefined {
  if (before.seal !== undefined) return undefined
  if (before.extensions?.contents !== undefined || part.extensions?.contents !== undefined) return undefined
  const { seal } = part
  if (before.type === 'reasoning' && part.type === 'reasoning')
    return part.redacted ? undefined : { ...before, segments: [...before.segments, ...part.segments], ...(seal && { seal }) }
  const first = textOf(before)
  const second = textOf(part)
  if (first === undefined || second === undefined) return undefined
  const { length } = first.text
  const shifted = (second.citations ?? []).map((citation) => ({
    ...citation,
    span: { start: length + (citation.span?.start ?? 0), end: length + (citation.span?.end ?? second.text.length) },
  }))
  const earlier = (first.citations ?? []).map((citation) => (citation.span ? citation : { ...citation, span: { start: 0, end: length } }))
  const citations = [...earlier, ...shifted]
  const logprobs = [...(first.logprobs ?? []), ...(second.logprobs ?? [])]
  return {
    ...first,
    text: first.text + second.text,
    ...(citations.length > 0 && { citations }),
    ...(logprobs.length > 0 && { logprobs }),
    ...(seal && { seal }),
  }
}

/** A refusal is text here. */
function textOf(part: Part): TextPart | undefined {
  if (part.type === 'text') return part
  return part.type === 'refusal' ? { ...part, type: 'text' } : undefined
}

/** A seal of ours whose part is gone keeps saying whose it was: in its envelope. */
function wrapOrphan(part: Part, _position: number, parts: readonly Part[]): Part {
  const { seal } = part
  if (part.type !== 'reasoning' || seal?.format !== format || seal.attachTo === undefined) return part
  const owned = parts.some(
    (other) => ('callId' in other && other.callId === seal.attachTo) || (other.type === seal.attachTo && other.seal === undefined),
  )
  return owned ? part : { ...part, seal: { format, data: wrapSeal(seal) } }
}
