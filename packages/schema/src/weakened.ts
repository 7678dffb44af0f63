import type { Pointer } from '@interlingua/core'

/**
 * One keyword of the original schema that the lowered one does not say in the same way. `path` points to the schema that holds the
 * keyword (or should hold it, where one had to be added); `true` and `false` stand for schemas that accept everything and nothing.
 * - `described`: the API cannot check it; it stands in the `description`, where the model reads it.
 * - `dropped`: it is gone (it said nothing about values, was malformed, or is too large to describe).
 * - `rewritten`: it is said by other keywords, as exactly as the dialect can.
 */
export interface Weakened {
  readonly keyword: string
  readonly path: Pointer
  readonly fate: 'described' | 'dropped' | 'rewritten'
}
