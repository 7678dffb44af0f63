/** Part of a list to return. All absent: the whole list. */
export interface ListQuery {
  /** Largest number of models on the page. Absent: no limit. */
  readonly limit?: number
  /** Id or token after which the page begins. Absent: at the start. */
  readonly after?: string
  /** Id before which the page ends. Absent: at the end. */
  readonly before?: string
}
