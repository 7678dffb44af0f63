import type { Context, JsonObject, Part, Pointer, ToolRef } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import type { notice } from '../notices.ts'

export type Code = Parameters<typeof notice>[0]

/** State that the steps of one lowering share. */
export interface LowerScope {
  readonly context: Context
  readonly report: (code: Code, at: Pointer) => void
  /** Lowers a part inside another. */
  readonly lowerInner: (part: Part, place: Place, at: Pointer) => Part | readonly Part[]
  /** Wire name of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef, place: () => Pointer) => string
  /** Object of a call's arguments, if the decoder had it. */
  readonly inputOf: (text: string) => JsonObject | undefined
  /** Inputs of the calls, in their order, for the encoder. */
  readonly inputs: ParsedInput[]
  /** Vendor of the seals that this upstream knows. */
  readonly vendor: string
  /** True for a request of this format, which its server is to judge. */
  readonly own: boolean
}

/** Place of a part, which decides its legal types. */
export type Place = 'user' | 'assistant' | 'instruction' | 'result'
