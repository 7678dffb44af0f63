import type { Json, JsonObject, Pointer } from '@interlingua/core'

/** A schema (or what stands in the place of one) and where it stands in the caller's document. */
export interface Located<T extends Json = Json> {
  readonly schema: T
  readonly path: Pointer
}

export type LocatedObject = Located<JsonObject>
