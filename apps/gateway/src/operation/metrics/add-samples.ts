import type { Sample } from './family.ts'

/**
 * One row for each set of labels, which is all that Prometheus takes: methods of one path count together, and so do dialects where the rows
 * do not tell them apart.
 */
export function addSamples(samples: readonly Sample[]): readonly Sample[] {
  const rows = new Map<string, Sample>()
  for (const sample of samples) {
    const key = JSON.stringify([sample.metricName, sample.labels])
    const row = rows.get(key)
    rows.set(key, row === undefined ? sample : { ...row, value: row.value + sample.value })
  }
  return [...rows.values()]
}
