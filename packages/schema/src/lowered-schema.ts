import type { JsonObject } from '@interlingua/core'
import type { Weakened } from './weakened.ts'

/** A lowered schema, with every keyword of the original that it does not express in the same way. */
export interface LoweredSchema {
  readonly schema: JsonObject
  readonly weakened: readonly Weakened[]
}
