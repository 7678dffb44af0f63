import type { Citation, Part, Pointer, Seal } from '@interlingua/core'
import type { ByteOffsets } from '@interlingua/adapter-kit'

/** Text that a reader takes for one, even if several parts of the source are in it. */
export interface Region {
  readonly type: 'text' | 'reasoning'
  /** Position on the wire, as a reader counts. */
  readonly index: number
  readonly offsets: ByteOffsets
  /** Text so far, which citations quote. */
  text: string
  readonly citations: Citation[]
  sealed: boolean
  /** Place of its first part. Undefined: not known. */
  readonly at: Pointer | undefined
}

/** Part of the source that has not ended yet. */
export interface OpenPart {
  value: Part
  /** Region of a text; `base` is the text's beginning in it. */
  region: Region | undefined
  base: number
  /** Arguments of a call that came after its start. */
  more: string
  /** Segment of a thought that is being written. */
  segment: number
  printed: boolean
  /** Seal of a text's next words or, without more words, of the text so far. */
  pending: Seal | undefined
  /** True once its kind was reported. */
  told: boolean
}
