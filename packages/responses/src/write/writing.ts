import type { Citation, Extensions, Item, Part, ReasoningSegment, Seal, TokenLogprob } from '@interlingua/core'
import { mergeExtensions } from '@interlingua/core'
import type { Draft } from '../extension.ts'

/** How a part is written: in a message, segment by segment, as a call whose arguments grow, as an item that tells its state, or whole. */
export type Way = 'content' | 'reasoning' | 'call' | 'hosted' | 'result' | 'whole'

/** An item that was added. */
export interface WrittenItem {
  readonly way: Way
  /** Its `output_index`. */
  readonly index: number
  readonly id: string
  /** Its wire type. */
  readonly type: string
  /** What joins its parts: the source's id of the item. */
  readonly itemId: string | undefined
  entry: Item | undefined
  readonly parts: Writing[]
  /** How many of its parts have not ended. */
  open: number
  done: boolean
}

/** One part on its way to the wire, and all of it so far: the format repeats everything when an item is done. */
export interface Writing {
  readonly way: Way
  readonly start: Part
  /** None yet for what is told later, or not at all. */
  item: WrittenItem | undefined
  /** Its `content_index`. */
  index: number
  text: string
  readonly segments: { readonly type: ReasoningSegment['type']; readonly index: number; text: string; closed: boolean }[]
  readonly citations: Citation[]
  /** Citations of the whole text wait until it is whole. */
  readonly waiting: Citation[]
  readonly logprobs: TokenLogprob[]
  seal: Seal | undefined
  status: string | undefined
  transcript: string
  base64: string
  /** Stands for media of which only what was said in it is left, which was reported. */
  media: boolean
  /** The states that were told. */
  readonly told: string[]
  extensions: Extensions | undefined
}

export function createWriting(start: Part, way: Way): Writing {
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

/** The part as far as it was told. */
export function wholeOf(writing: Writing): Part {
  const { start } = writing
  // A call that started whole.
  if (start.type === 'tool-call' && start.arguments === writing.text && writing.seal === undefined && writing.extensions === undefined)
    return start
  const part = filled(writing)
  if (writing.seal) part.seal = writing.seal
  const extensions = mergeExtensions(start.extensions, writing.extensions)
  if (extensions) part.extensions = extensions
  return part as Part // `filled` spread a part of that type
}

function filled(writing: Writing): Draft<Part> {
  const { start, text } = writing
  switch (start.type) {
    case 'text': {
      const part: Draft<typeof start> = { ...start, text }
      if (writing.citations.length > 0) part.citations = writing.citations
      if (writing.logprobs.length > 0) part.logprobs = writing.logprobs
      return part
    }
    case 'refusal':
      return { ...start, text }
    case 'reasoning':
      return {
        ...start,
        segments: writing.segments.filter(({ index }) => index >= 0).map(({ type, text: said }) => ({ type, text: said })),
      }
    case 'tool-call':
      return { ...start, arguments: text }
    case 'hosted-call':
      return writing.status === undefined ? { ...start, arguments: text } : { ...start, arguments: text, status: writing.status }
    case 'compaction':
      return text === '' ? { ...start } : { ...start, text: (start.text ?? '') + text }
    case 'media': {
      const part: Draft<typeof start> = { ...start }
      if (writing.transcript !== '') part.transcript = (start.transcript ?? '') + writing.transcript
      if (writing.base64 !== '' && start.source.type === 'inline')
        part.source = { ...start.source, base64: start.source.base64 + writing.base64 }
      return part
    }
    default:
      return { ...start }
  }
}

/** A part as it starts; what it has said already comes as its first deltas. A call keeps its arguments: its item is emptied as it is added. */
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
