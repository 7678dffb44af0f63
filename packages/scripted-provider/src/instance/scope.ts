import type { JsonObject } from '@interlingua/core'

/** What the steps of one instance share. */
export interface Scope {
  /** The schema that references point into. */
  readonly root: JsonObject
  /** Steps that may still be taken: a schema can ask for exponential work in a few lines. */
  left: number
}
