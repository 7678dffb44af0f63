/** The place of a value in a body, as a chain to the root, which costs nothing until an error needs it. */
export interface Place {
  readonly key: string | number
  readonly parent?: Place
}
