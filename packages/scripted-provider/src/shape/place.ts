/** Where a value stands in a body: a chain to the root, so that a place costs nothing until something is wrong there. */
export interface Place {
  readonly key: string | number
  readonly parent?: Place
}
