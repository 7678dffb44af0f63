import type { Json, JsonObject, Part, Pointer } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WirePart } from '../wire/wire-part.ts'

/** Context of a decoder of parts, made by `createDecodeScope`: one for a request, one for each candidate of a response. */
export interface DecodeScope {
  /** Vendor of the seals: the dialect's, `google` for the format's own. */
  readonly vendor: string
  /** Model that answered, to which seals are bound. Absent in requests. */
  readonly model?: string | undefined
  /** True for a response. */
  readonly answer?: boolean
  /** List into which the inputs of calls are noted, for a later encoder. Absent: not noted. */
  readonly inputs?: ParsedInput[] | undefined
  /** Id of a call: its own, else one derived from its place. Notes the call, so that results without an id find it. */
  readonly callId: (name: string, id: string | undefined, at: Pointer) => string
  /** Id of the call that a result belongs to: by id, else by name and order among the calls of the model's turn before. */
  readonly resultId: (name: string, id: string | undefined, at: Pointer) => string
  /** Id for code that the provider runs, whose results follow it. */
  readonly codeId: (id: string | undefined, at: Pointer) => string
  readonly codeResultId: (id: string | undefined, at: Pointer) => string
  /** Begins a turn. Results find calls of the model's turns right before them. */
  readonly startTurn: (author: 'user' | 'assistant' | 'instruction') => void
}

/** Context of an encoder of parts. */
export interface EncodeScope {
  /** True for responses, which show refusals as text, and foreign code runs. */
  readonly answer: boolean
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /** Object of arguments, if it is known already. */
  readonly inputOf?: (text: string) => JsonObject | undefined
}

/** Wire spelling of a part, noted while it is read. */
export interface Notes {
  rest: JsonDraft | undefined
  hint: JsonDraft | undefined
  /** Place of the member's nested lists. */
  readonly at: Pointer
}

/** Decoder of one data member; `value` is the member's. `undefined`: the value has another shape, so that the part is opaque. */
export type DecodeMember = (value: Json, wire: WirePart, notes: Notes, scope: DecodeScope) => Draft<Part> | undefined
