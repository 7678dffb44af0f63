import type { Json, JsonObject, ParsedInput, Part, Pointer } from '@interlingua/core'
import type { WireBlock } from '../wire/wire-block.ts'

/** What a decoder of blocks knows beside the block. */
export interface DecodeScope {
  /** The model that answered: seals are bound to it. Unknown in requests. */
  readonly model?: string
  /** Where the inputs of calls are noted, for who prints them again. */
  readonly inputs?: ParsedInput[]
  /** Decodes the blocks of a nested list. */
  readonly blocks: (wires: readonly Json[], at: Pointer) => readonly Part[]
}

/** What an encoder of parts knows beside the part. */
export interface EncodeScope {
  /** Answers must hold what a client can send back: reasoning without a seal of ours gets an envelope. */
  readonly answer: boolean
  /** An answer of another format: it gets the fields that this format's server always sends. */
  readonly complete?: () => boolean
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /** The object that arguments are, where that is known already. */
  readonly inputOf?: (text: string) => JsonObject | undefined
  readonly blocks: (parts: readonly Part[]) => WireBlock[]
}

/** One block type's way in. */
export type DecodeBlock = (wire: JsonObject, at: Pointer, scope: DecodeScope) => Part
