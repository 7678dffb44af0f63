/** One line of the report. */
export interface ReportRow {
  readonly section: string
  readonly what: string
  /** What it cost, in `unit`. */
  readonly value: number
  readonly unit: 'µs' | 'KB'
  /** What the baseline cost, in the same unit. */
  readonly baseline?: number
  readonly ratio?: number
  /** An upper bound of the ratio, or of the value where there is no ratio. */
  readonly target?: number
}
