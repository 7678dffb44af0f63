import type { Citation, Extensions, Item, Part, ReasoningSegment, Seal, TokenLogprob } from '@interlingua/core'
import { mergeExtensions } from '@interlingua/core/adapter'
import type { Draft } from '../extension.ts'

/**
 * Way in which a part is written: in a message, segment by segment, as a call whose arguments grow, as an item that reports its state, or
 * whole.
 */
export type Way = 'content' | 'reasoning' | 'call' | 'hosted' | 'result' | 'whole'

/** Item that was added. */
export interface WrittenItem {
  readonly way: Way
  /** `output_index` of the item. */
  readonly index: number
  readonly id: string
  /** Wire type of the item. */
  readonly type: string
  /** Source's id of the item, which joins its parts. Undefined: none. */
  readonly itemId: string | undefined
  entry: Item | undefined
  readonly parts: OpenPart[]
  /** Number of its parts that have not ended. */
  open: number
  done: boolean
}

/** A part on its way to the wire, with its whole content so far, since the format repeats everything when an item is done. */
export interface OpenPart {
  readonly way: Way
  readonly start: Part
  /** Item of the part. Undefined: written later, or not at all. */
  item: WrittenItem | undefined
  /** `content_index` of the part. */
  index: number
  text: string
  readonly segments: { readonly type: ReasoningSegment['type']; readonly index: number; text: string; closed: boolean }[]
  readonly citations: Citation[]
  /** Citations of the whole text, which wait until it is complete. */
  readonly waiting: Citation[]
  readonly logprobs: TokenLogprob[]
  seal: Seal | undefined
  status: string | undefined
  transcript: string
  base64: string
  /** True for media of which only the transcript is shown, which was reported. */
  media: boolean
  /** States that were written. */
  readonly told: string[]
  extensions: Extensions | undefined
}

export function openPart(start: Part, way: Way): OpenPart {
  return {
    way,
    start,
    item: undefined,
    index: 0,
    text: '',
    segments: [],
    citations: [],
    waiting: [],
    logprobs: [],
    seal: undefined,
    status: undefined,
    transcript: '',
    base64: '',
    media: false,
    told: [],
    extensions: undefined,
  }
}

/** Part as far as it was written. */
export function wholeOf(open: OpenPart): Part {
  const { start } = open
  // A call that started whole stays the same.
  if (start.type === 'tool-call' && start.arguments === open.text && open.seal === undefined && open.extensions === undefined) return start
  const part = filled(open)
  if (open.seal) part.seal = open.seal
  const extensions = mergeExtensions(start.extensions, open.extensions)
  if (extensions) part.extensions = extensions
  return part as Part // `filled` spread a part of that type
}

function filled(open: OpenPart): Draft<Part> {
  const { start, text } = open
  switch (start.type) {
    case 'text': {
      const part: Draft<typeof start> = { ...start, text }
      if (open.citations.length > 0) part.citations = open.citations
      if (open.logprobs.length > 0) part.logprobs = open.logprobs
      return part
    }
    case 'refusal':
      return { ...start, text }
    case 'reasoning':
      return {
        ...start,
        segments: open.segments.filter(({ index }) => index >= 0).map(({ type, text: said }) => ({ type, text: said })),
      }
    case 'tool-call':
      return { ...start, arguments: text }
    case 'hosted-call':
      return open.status === undefined ? { ...start, arguments: text } : { ...start, arguments: text, status: open.status }
    case 'compaction':
      return text === '' ? { ...start } : { ...start, text: (start.text ?? '') + text }
    case 'media': {
      const part: Draft<typeof start> = { ...start }
      if (open.transcript !== '') part.transcript = (start.transcript ?? '') + open.transcript
      if (open.base64 !== '' && start.source.type === 'inline') part.source = { ...start.source, base64: start.source.base64 + open.base64 }
      return part
    }
    default:
      return { ...start }
  }
}

/** Part at its start; its content comes as its first deltas. A call keeps its arguments, and its item is emptied when it is added. */
export function emptyStart(value: Part): Part {
  const bare = value.seal === undefined ? value : withoutSeal(value)
  switch (bare.type) {
    case 'text': {
      const { citations: __, logprobs: ___, ...text } = bare
      return { ...text, text: '' }
    }
    case 'refusal':
      return { ...bare, text: '' }
    case 'reasoning':
      return { ...bare, segments: [] }
    case 'hosted-call':
      return { ...bare, arguments: '' }
    default:
      return bare
  }
}

function withoutSeal({ seal: _, ...bare }: Part): Part {
  return bare as Part // the same part without an optional field
}
