import type { JsonObject } from '@interlingua/core'

/** The state that all steps of an instance share. */
export interface Scope {
  /** The schema in which references are resolved. */
  readonly root: JsonObject
  /** The number of steps left, because a short schema can ask for exponential work. */
  left: number
}
