/** A row of the interface document, in its own words. */
export type Row = CheckedRow | WaitingRow | OpenRow

export interface CheckedRow {
  readonly row: string
  readonly check: () => Promise<void> | void
}

/** It concerns a route that is not served yet. */
export interface WaitingRow {
  readonly row: string
  readonly waitsFor: { readonly method: 'GET' | 'POST'; readonly path: string }
}

/** The document says that it says nothing. */
export interface OpenRow {
  readonly row: string
  readonly shows: 'nothing'
}
