/** One metric as it is shown: a name and its values at this moment. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly Sample[]
}

export interface Sample {
  /** Where it is not the family's own: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}
