import type { JsonObject } from './json.ts'
import type { Pointer } from './pointer.ts'

/** The id of a wire format ('messages', 'chat', 'acme-converse'). Open, so that a third party can publish one. */
export type Format = string

/**
 * What only one format understands.
 * `rest`: wire keys of this node that the decoder did not model, verbatim, spelled and nested as on the wire.
 * `hint`: how a modelled value was spelled ('string' or 'blocks', null or absent); an encoder ignores a hint that no longer fits the value.
 * Never a copy of modelled data.
 */
export interface Extension {
  readonly rest?: JsonObject
  readonly hint?: JsonObject
}

export interface Extensions {
  readonly [format: Format]: Extension
}

/**
 * Where the canonical fields of a node stood on the wire, relative to the node's `at`: `{ 'sampling.topK': '/top_k' }`.
 * A decoder shares one constant of this type among all nodes of a kind. A field that is not listed stands under its own name.
 */
export type FieldPointers = Readonly<Record<string, Pointer>>

/**
 * What every canonical node may carry beside its fields.
 * `at` and `fields` are read by notices only and ignored by equality.
 */
export interface Node {
  /** Where the node stood in the source document. Nodes made by lowering copy the `at` of their cause. */
  readonly at?: Pointer
  readonly fields?: FieldPointers
  readonly extensions?: Extensions
}

export type CacheTtl = '5m' | '30m' | '1h' | '12h'

/** "The prefix up to here may be cached." Without `ttl`: the target's default. */
export interface CacheMark {
  readonly ttl?: CacheTtl
}
