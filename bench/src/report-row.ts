import type { DialectId } from './dialect-id.ts'

/** A line of the report. */
export interface ReportRow {
  readonly section: string
  readonly what: string
  /** Kind of the measure and formats that it was made with, client's first, for rows whose median over pairs is a row of its own. */
  readonly of?: { readonly kind: string; readonly pair: readonly [DialectId, DialectId] }
  /** Measured cost, in `unit`. */
  readonly value: number
  readonly unit: 'µs' | 'KB'
  /** Cost of the baseline, in the same unit. Absent: there is none. */
  readonly baseline?: number
  readonly ratio?: number
  /** Upper bound of the ratio, or of the value if there is no ratio. Absent: none. */
  readonly target?: number
}
