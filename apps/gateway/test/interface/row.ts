/** A row of the interface document, in its own words. */
export type Row = CheckedRow | WaitingRow | OpenRow

export interface CheckedRow {
  readonly row: string
  readonly check: () => Promise<void> | void
}

/** Row about a route that is not served yet. */
export interface WaitingRow {
  readonly row: string
  readonly waitsFor: { readonly method: 'GET' | 'POST'; readonly path: string }
}

/** Row about a question that the interface's document leaves open. */
export interface OpenRow {
  readonly row: string
  readonly shows: 'nothing'
}
