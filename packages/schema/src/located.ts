import type { Json, JsonObject, Pointer } from '@interlingua/core'

/** Schema, or another value in its place, with its place in the caller's document. */
export interface Located<T extends Json = Json> {
  readonly schema: T
  readonly path: Pointer
}

export type LocatedObject = Located<JsonObject>
