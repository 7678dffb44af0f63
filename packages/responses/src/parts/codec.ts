import type { Item, JsonObject, Part, Pointer } from '@interlingua/core'

/** Context of a decoder of items. */
export interface DecodeScope {
  /** True for items of a response: members that a server always prints are not noted as spelling. */
  readonly answer: boolean
  /** Vendor of the seals. */
  readonly vendor: string
  /** Model that answered, to which seals are bound. Absent in requests. */
  readonly model?: string
  /** Ids of shell calls that run in the provider's container, whose outputs are the provider's too. Filled while decoding. */
  readonly contained: Set<string>
}

/**
 * Decoder of one item type: appends the item's parts to `into`, and returns the entry for `items` of the turn (or candidate) if the item
 * needs one. `index`: place of the item in its list.
 */
export type DecodeItem = (wire: JsonObject, at: Pointer, index: number, scope: DecodeScope, into: Part[]) => Item | undefined

/** Context of an encoder of items. */
export interface EncodeScope {
  /** True for responses, which must hold what a client can return, and every key that the SDK's types require. */
  readonly answer: boolean
  /** Vendor whose seals are sent bare; others go into an envelope. */
  readonly vendor: string
  /** False: foreign seals are left out. */
  readonly envelopes: boolean
  /**
   * Returns the `id` with which an item is printed; `undefined` for none. `own` is its id in this format, `prefix` that of its type
   * (`msg_`), `index` its place in the list; requests print only `own`, while responses never leave it out.
   */
  readonly idOf: (own: string | undefined, prefix: string, index: number) => string | undefined
  /**
   * Item types of calls by tool name, for vendor-defined tools that the request declared: a function call of that name is one. Absent:
   * none.
   */
  readonly builtins?: ReadonlyMap<string, string>
  /** Called with each part that has no item here. */
  readonly onLost?: (part: Part) => void
}

/** Role of the message that holds a content. */
export type Role = 'user' | 'assistant' | 'system' | 'developer'
