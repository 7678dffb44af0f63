import type { JsonObject } from '@interlingua/core'

/** A field of an endpoint with a value: what becomes of it is seen by comparing what goes out with it and without it. */
export interface FieldCase {
  /** As the page names it. */
  readonly name: string
  /** What it is added to; absent: the endpoint's plainest body. */
  readonly base?: JsonObject
  readonly field: JsonObject
  /** No upstream may get this value. */
  readonly illegal?: true
}
