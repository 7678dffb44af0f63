import type { JsonObject } from './json.ts'
import type { Pointer } from './pointer.ts'

/** The id of a wire format ('messages', 'chat', 'acme-converse'). Open, so that a third party can publish one. */
export type Format = string

/**
 * Data of a node that only one format understands, never a copy of modelled data. `rest`: unmodelled wire keys, verbatim, spelled and
 * nested as on the wire; `hint`: how a modelled value was spelled ('string' or 'blocks', null or absent), ignored by encoders once it no
 * longer fits the value.
 */
export interface Extension {
  readonly rest?: JsonObject
  readonly hint?: JsonObject
}

export interface Extensions {
  readonly [format: Format]: Extension
}

/**
 * Wire places of a node's canonical fields, relative to its `at`: `{ 'sampling.topK': '/top_k' }`; a field that is not listed stands under
 * its own name. Decoders share one constant among all nodes of a kind. `/../3/mark` is a field in the entry 3 of the list that holds the node.
 */
export type FieldPointers = Readonly<Record<string, Pointer>>

/** Members that every canonical node may have beside its fields. `at` and `fields` are read by notices only, and ignored by equality. */
export interface Node {
  /** Place of the node in the source document; nodes made by lowering copy it from their cause. Absent: the place is not known. */
  readonly at?: Pointer
  readonly fields?: FieldPointers
  readonly extensions?: Extensions
}

export type CacheTtl = '5m' | '30m' | '1h' | '12h'

/** "The prefix up to here may be cached." Without `ttl`: the target's default. */
export interface CacheMark {
  readonly ttl?: CacheTtl
}
