/** Page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Value of `before` for the next page. Absent: this is the last. */
  readonly next?: string
}
