import type { Context, JsonObject, ParsedInput, Part, Pointer, ToolRef } from '@interlingua/core'
import type { notice } from '../notices.ts'

export type Code = Parameters<typeof notice>[0]

/** What one lowering shares among its steps. */
export interface LowerScope {
  readonly context: Context
  readonly report: (code: Code, at: Pointer) => void
  /** A part inside another, made legal where it stands. */
  readonly lowerInner: (part: Part, place: Place, at: Pointer) => Part | readonly Part[]
  /** The name on the wire of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef, place: () => Pointer) => string
  /** The object that the arguments of a call are, where the decoder had it. */
  readonly inputOf: (text: string) => JsonObject | undefined
  /** The inputs of the calls, in their order, for the encoder. */
  readonly inputs: ParsedInput[]
  /** Who made the seals that this upstream knows. */
  readonly vendor: string
  /** The request came from this format: what it says of its own is its own affair. */
  readonly own: boolean
}

/** Where a part stands: that decides what may stand there. */
export type Place = 'user' | 'assistant' | 'instruction' | 'result'
