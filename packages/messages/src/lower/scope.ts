import type { Context, JsonObject, ParsedInput, Pointer, ToolRef } from '@interlingua/core'
import type { ArgumentKeys } from '@interlingua/core/lower'
import type { notice } from '../notices.ts'

type Code = Parameters<typeof notice>[0]

/** What one lowering shares among its steps. */
export interface LowerScope {
  readonly context: Context
  readonly report: (code: Code, at: Pointer) => void
  /** The name on the wire of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef, place: () => Pointer) => string
  /** The call id on the wire. */
  readonly callIdOf: (id: string, at: Pointer) => string
  /** What properties are called on the wire whose own names are refused. */
  readonly keys: ArgumentKeys
  /** The object that the arguments of a call are, where the decoder had it. */
  readonly inputOf: (text: string) => JsonObject | undefined
  /** The inputs of the calls, in their order, for the encoder. */
  readonly inputs: ParsedInput[]
  /** Versions before 2026-10-21 take citations of the user and documents of the assistant. */
  readonly lenient: boolean
}

/** Where a part stands: that decides what may stand there. */
export type Place = 'user' | 'assistant' | 'instruction' | 'result'
