import type { Context, JsonObject, Pointer, ToolRef } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import type { ArgumentKeys } from '@interlingua/core/lower'
import type { notice } from '../notices.ts'

type Code = Parameters<typeof notice>[0]

/** State that the steps of one lowering share. */
export interface LowerScope {
  readonly context: Context
  readonly report: (code: Code, at: Pointer) => void
  /** Wire name of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef, place: () => Pointer) => string
  /** Wire id of a call. */
  readonly callIdOf: (id: string, at: Pointer) => string
  /** Wire names of properties whose own names are refused. */
  readonly keys: ArgumentKeys
  /** Object of a call's arguments, if the decoder had it. */
  readonly inputOf: (text: string) => JsonObject | undefined
  /** Inputs of the calls, in their order, for the encoder. */
  readonly inputs: ParsedInput[]
  /** True for versions before 2026-10-21, which take citations of the user and documents of the assistant. */
  readonly lenient: boolean
}

/** Place of a part, which decides its legal types. */
export type Place = 'user' | 'assistant' | 'instruction' | 'result'
