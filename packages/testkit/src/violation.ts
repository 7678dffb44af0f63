import type { Pointer } from '@interlingua/core'

/** A breach of a law. */
export interface Violation {
  readonly law: string
  /** Place in the document; for streams the place in the folded response, or `''`. */
  readonly path: Pointer
  readonly message: string
}
