import type { Item, JsonObject, Part, Pointer } from '@interlingua/core'

/** What a decoder of items knows beside the item. */
export interface DecodeScope {
  /** An item of an answer, not of a request: what a server always prints is no spelling there. */
  readonly answer: boolean
  /** Whose seals these are. */
  readonly vendor: string
  /** The model that answered: seals are bound to it. Unknown in requests. */
  readonly model?: string
  /** Call ids of shell calls that run in the provider's container: their outputs are the provider's too. Filled while decoding. */
  readonly contained: Set<string>
}

/**
 * One item type's way in: appends the item's parts to `into` and gives back the entry of the turn's (or candidate's) `items` where the item
 * needs one. `index` is the item's place in its list.
 */
export type DecodeItem = (wire: JsonObject, at: Pointer, index: number, scope: DecodeScope, into: Part[]) => Item | undefined

/** What an encoder of items knows beside the parts. */
export interface EncodeScope {
  /** Answers must hold what a client can send back, and every key that the SDK's types demand. */
  readonly answer: boolean
  /** Whose seals are sent bare; another's goes into an envelope. */
  readonly vendor: string
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /**
   * The `id` that an item is printed with, `undefined` for none. `own` is the id that it had in this format, `prefix` that of its type
   * (`msg_`), `index` its place in the list. Requests print `own` alone; answers never leave it out.
   */
  readonly idOf: (own: string | undefined, prefix: string, index: number) => string | undefined
  /** Item types of calls by tool name, for vendor-defined tools that the answered request declared: a function call of that name is one. */
  readonly builtins?: ReadonlyMap<string, string>
  /** Told of each part that has no item here. */
  readonly onLost?: (part: Part) => void
}

/** The role of the message that content stands in. */
export type Role = 'user' | 'assistant' | 'system' | 'developer'
