import type { Citation, Part, Pointer, Seal } from '@interlingua/core'
import type { ByteOffsets } from './byte-offsets.ts'

/** Text that a reader takes for one: several parts of the source may be in it. */
export interface Region {
  readonly type: 'text' | 'reasoning'
  /** Its position on the wire, as a reader counts. */
  readonly index: number
  readonly offsets: ByteOffsets
  readonly citations: Citation[]
  sealed: boolean
  /** Where the first of its parts stood. */
  readonly at: Pointer | undefined
}

/** A part of the source that is not ended yet. */
export interface OpenPart {
  value: Part
  /** Of a text: what it is in, and where it begins there. */
  region: Region | undefined
  base: number
  /** Of a call: the arguments that came after its start. */
  more: string
  /** Of a thought: the segment that speaks. */
  segment: number
  printed: boolean
  /** Of a text: the seal of the words that come next, or of what was said, where none come. */
  pending: Seal | undefined
  /** Its kind was reported. */
  told: boolean
}
