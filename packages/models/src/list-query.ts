/** Which part of a list is asked for. Nothing given: all of it. */
export interface ListQuery {
  /** Most models on the page. */
  readonly limit?: number
  /** The page begins after the model (or at the token) that this names. */
  readonly after?: string
  /** The page ends before the model that this names. */
  readonly before?: string
}
