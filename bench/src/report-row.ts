/** A line of the report. */
export interface ReportRow {
  readonly section: string
  readonly what: string
  /** Measured cost, in `unit`. */
  readonly value: number
  readonly unit: 'µs' | 'KB'
  /** Cost of the baseline, in the same unit. Absent: there is none. */
  readonly baseline?: number
  readonly ratio?: number
  /** Upper bound of the ratio, or of the value if there is no ratio. Absent: none. */
  readonly target?: number
}
