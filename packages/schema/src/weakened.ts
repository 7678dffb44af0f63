import type { Pointer } from '@interlingua/core'

/**
 * Keyword of the original schema that the lowered one does not express in the same way. `path` points to the schema that holds the keyword
 * (or should hold it, if it was added); `true` and `false` stand for schemas that accept everything and nothing.
 * `described`: the API cannot check it, and the model reads it in the `description`; `dropped`: it is gone (it did not constrain values,
 * was malformed, or is too large to describe); `rewritten`: other keywords express it, as exactly as the dialect can.
 */
export interface Weakened {
  readonly keyword: string
  readonly path: Pointer
  readonly fate: 'described' | 'dropped' | 'rewritten'
}
