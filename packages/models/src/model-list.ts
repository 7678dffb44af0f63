import type { Node } from '@interlingua/core'
import type { ListedModel } from './listed-model.ts'

/** A list of models, or one page of it. */
export interface ModelList extends Node {
  readonly models: readonly ListedModel[]
  /** Beginning of the next page. Absent: this page is the last. */
  readonly next?: Cursor
}

/** A place in a list. */
export interface Cursor {
  /** Id after which (or, for `before`, before which) a page begins, or an opaque token of the server that made the list. */
  readonly token: string
}
