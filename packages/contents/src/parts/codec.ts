import type { Json, JsonObject, ParsedInput, Part, Pointer } from '@interlingua/core'
import type { Bag, Draft } from '../extension.ts'
import type { WirePart } from '../wire/wire-part.ts'

/** What a decoder of parts knows beside the part. Make it with `createDecodeScope`: one for a request, one for each candidate of an answer. */
export interface DecodeScope {
  /** Who made the seals: the dialect's vendor, `google` for the format's own. */
  readonly vendor: string
  /** The model that answered: seals are bound to it. Unknown in requests. */
  readonly model?: string | undefined
  /** It is an answer that is read. */
  readonly answer?: boolean
  /** Where the inputs of calls are noted, for who prints them again. */
  readonly inputs?: ParsedInput[] | undefined
  /** The id of a call: its own, else one derived from its place. Notes the call, so that results without an id find it. */
  readonly callId: (name: string, id: string | undefined, at: Pointer) => string
  /** The id of the call that a result belongs to: by id, else by name and order among the calls of the model turn before. */
  readonly resultId: (name: string, id: string | undefined, at: Pointer) => string
  /** The same for code that the provider runs, whose results follow it. */
  readonly codeId: (id: string | undefined, at: Pointer) => string
  readonly codeResultId: (id: string | undefined, at: Pointer) => string
  /** A new turn begins. Results look no further back than the model turns before them. */
  readonly startTurn: (author: 'user' | 'assistant' | 'instruction') => void
}

/** What an encoder of parts knows beside the part. */
export interface EncodeScope {
  /** Answers show what a request cannot say: refusals as text, foreign code runs. */
  readonly answer: boolean
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /** The object that arguments are, where that is known already. */
  readonly inputOf?: (text: string) => JsonObject | undefined
}

/** What a part keeps of its wire spelling while it is read. */
export interface Notes {
  rest: Bag | undefined
  hint: Bag | undefined
  /** Where the nested lists of the member stand. */
  readonly at: Pointer
}

/** One data member's way in: `value` is that of the member. `undefined`: not the shape of this member, the part is opaque. */
export type DecodeMember = (value: Json, wire: WirePart, notes: Notes, scope: DecodeScope) => Draft<Part> | undefined
