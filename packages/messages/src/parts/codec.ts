import type { Json, JsonObject, Part, Pointer } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import type { WireBlock } from '../wire/wire-block.ts'

/** Context of a decoder of blocks. */
export interface DecodeScope {
  /** Model that answered, to which seals are bound. Absent in requests. */
  readonly model?: string
  /** List into which the inputs of calls are noted, for a later encoder. Absent: not noted. */
  readonly inputs?: ParsedInput[]
  /** Decodes the blocks of a nested list. */
  readonly blocks: (wires: readonly Json[], at: Pointer) => readonly Part[]
}

/** Context of an encoder of parts. */
export interface EncodeScope {
  /** True for responses, which must hold what a client can return: reasoning without a seal of this format gets an envelope. */
  readonly answer: boolean
  /** Returns true for a response of another format, which gets the members that this format's server always sends. */
  readonly complete?: () => boolean
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /** Object of arguments, if it is known already. */
  readonly inputOf?: (text: string) => JsonObject | undefined
  readonly blocks: (parts: readonly Part[]) => WireBlock[]
}

/** Decoder of one block type. */
export type DecodeBlock = (wire: JsonObject, at: Pointer, scope: DecodeScope) => Part
