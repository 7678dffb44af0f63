import type { Pointer } from '@interlingua/core'

/** One breach of one law. */
export interface Violation {
  readonly law: string
  /** Where in the document; for streams the place in the folded answer, or `''`. */
  readonly path: Pointer
  readonly message: string
}
