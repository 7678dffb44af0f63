import type {
  Citation,
  Context,
  HostedCallPart,
  MediaPart,
  Node,
  Part,
  Pointer,
  ReasoningPart,
  RefusalPart,
  TextPart,
  ToolCallPart,
} from '@interlingua/core'
import { pointer } from '@interlingua/core'
import { citationDetails } from '@interlingua/core/adapter'
import { isHostedHere, reportHostedCall } from './answer-hosted.ts'
import type { Draft } from './extension.ts'
import { notice } from './notices.ts'
import { encodeAnnotation } from './parts/citation.ts'

const nothing: readonly Part[] = []

/**
 * Converts a part of another format's response into parts that this format can print; none, with a notice, without a counterpart.
 * `position`: index of the part.
 */
export function answerPart(given: Part, position: number, context: Context): readonly Part[] {
  const part = plainPart(given, context)
  const at = part.at ?? ''
  switch (part.type) {
    case 'text':
    case 'refusal':
      if (part.text === '') return silent(part, context)
      return [part.type === 'text' ? answerText(part, context) : part]
    case 'reasoning':
      if (part.segments.some(({ type }) => type === 'full')) context.onNotice(notice('reasoning-kind', at))
      return [summarized(part)]
    case 'tool-call':
      return [answerCall(part)]
    case 'hosted-call':
      if (isHostedHere(part)) {
        reportHostedCall(part, context)
        return [part]
      }
      context.onNotice(notice('hosted-part', at))
      return nothing
    case 'hosted-result':
      return [part]
    case 'media':
      return answerMedia(part, position, context)
    case 'compaction':
      if (part.text !== undefined) context.onNotice(notice('answer-part', at))
      return part.seal === undefined ? nothing : [part]
    case 'opaque':
      if (part.format === 'responses') return [part]
      context.onNotice(notice('opaque', at))
      return nothing
    default:
      context.onNotice(notice('answer-part', at))
      return nothing
  }
}

/** Removes members of requests, and a seal that may not be passed on. */
export function plainPart(part: Part, context: Context): Part {
  if (part.cache !== undefined) {
    context.onNotice(notice('answer-cache', part.at ?? ''))
    const { cache: _, ...rest } = part
    return plainPart(rest as Part, context) // the same part without an optional field
  }
  if (part.seal === undefined || context.policy.carryForeignSeals || part.seal.format === 'responses') return part
  context.onNotice(notice('foreign-seal', part.at ?? ''))
  const { seal: _, ...rest } = part
  return rest as Part // the same part without an optional field
}

/** Drops an empty text, and reports its citations. */
export function silent(part: TextPart | RefusalPart, context: Context): readonly Part[] {
  const at = part.at ?? ''
  context.onNotice(notice('empty-text', at))
  if (part.type === 'text')
    for (const [index, citation] of (part.citations ?? []).entries())
      context.onNotice(notice('citation', citation.at ?? pointer(at, 'citations', index)))
  return nothing
}

/** Turns all segments into summaries, which are what clients show of reasoning. */
function summarized(part: ReasoningPart): ReasoningPart {
  return { ...part, segments: part.segments.filter(({ text }) => text !== '').map(({ text }) => ({ type: 'summary', text })) }
}

/** Makes a function call of another format's vendor-defined client tool. */
function answerCall(part: ToolCallPart): ToolCallPart {
  return part.kind === 'builtin' ? { ...part, kind: 'function' } : part
}

export function answerText(part: TextPart, context: Context): TextPart {
  if (part.citations === undefined) return part
  const text: Draft<TextPart> = { ...part }
  const kept = part.citations.filter((citation, index) => answerCitation(citation, pointer(part.at ?? '', 'citations', index), context))
  if (kept.length > 0) text.citations = kept
  else delete text.citations
  return text
}

/** True if a citation can be printed; details that cannot are reported. */
export function answerCitation(citation: Citation, place: Pointer, context: Context): boolean {
  const at = citation.at ?? place
  if (encodeAnnotation(citation, 0) === undefined) {
    context.onNotice(notice('citation', at))
    return false
  }
  if (citation.extensions?.responses !== undefined) return true
  for (const field of citationDetails(citation)) context.onNotice(notice('citation-detail', placeIn(citation, field, at)))
  return true
}

/** Place of a node's field; the node itself if its decoder noted none. */
function placeIn(node: Node, field: string, at: Pointer): Pointer {
  const spelled = node.fields?.[field]
  return spelled === undefined ? at : (`${at}${spelled}` as Pointer) // two pointers, one after the other
}

/** Shows an image as the result of an image generation; other media only as their transcript. */
function answerMedia(part: MediaPart, position: number, context: Context): readonly Part[] {
  const at = part.at ?? ''
  const { source } = part
  if (part.kind !== 'image' || source.type !== 'inline') {
    context.onNotice(notice(part.transcript === undefined ? 'answer-part' : 'transcript', at))
    return part.transcript === undefined
      ? nothing
      : [{ type: 'text', text: part.transcript, at, ...(part.extensions && { extensions: part.extensions }) }]
  }
  if (source.filename !== undefined) context.onNotice(notice('media-name', placeIn(part, 'source.filename', at)))
  if (part.detail !== undefined || part.clip !== undefined) context.onNotice(notice('media-detail', at))
  const [, format = 'png'] = source.mime.split('/')
  const call: Draft<HostedCallPart> = {
    type: 'hosted-call',
    callId: `image ${position}`,
    family: 'image-generation',
    arguments: JSON.stringify({ output_format: format.split('+')[0] }),
    status: 'completed',
    at,
    extensions: { ...part.extensions, responses: { hint: { type: 'image_generation_call', id: 'absent' } } },
  }
  if (part.seal) call.seal = part.seal
  return [call, { type: 'hosted-result', callId: call.callId, parts: [{ type: 'media', kind: 'image', source }], at }]
}
