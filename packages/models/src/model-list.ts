import type { Node } from '@interlingua/core'
import type { ListedModel } from './listed-model.ts'

/** A list of models, or one page of it. */
export interface ModelList extends Node {
  readonly models: readonly ListedModel[]
  /** Where the next page begins; absent: this is the last. */
  readonly next?: Cursor
}

/** A place in a list. */
export interface Cursor {
  /** The id after which (or, for `before`, before which) a page begins, or an opaque word of the server that made the list. */
  readonly token: string
}
