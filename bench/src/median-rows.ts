import { median } from './median.ts'
import { served } from './pairs.ts'
import type { ReportRow } from './report-row.ts'

/** Rows of the medians over pairs, for each kind: over those of the four formats that most clients speak, and over those with another one. */
export function medianRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  const kinds = new Map<string, ReportRow[]>()
  for (const row of rows) {
    if (row.of === undefined) continue
    const found = kinds.get(row.of.kind)
    if (found) found.push(row)
    else kinds.set(row.of.kind, [row])
  }
  return [...kinds].flatMap(([kind, all]) => {
    const [first, others] = [all.filter(isServed), all.filter((row) => !isServed(row))]
    return [
      medianRow(`median of ${first.length} pairs of ${served.join(', ')}`, kind, first),
      medianRow(`median of ${others.length} other pairs`, kind, others),
    ]
  })
}

function isServed({ of }: ReportRow): boolean {
  return of?.pair.every((id) => served.includes(id)) === true
}

function medianRow(which: string, kind: string, rows: readonly ReportRow[]): ReportRow {
  const middle = (read: (row: ReportRow) => number | undefined): number => median(rows.map((row) => read(row) ?? Number.NaN))
  const target = rows[0]?.target
  return {
    section: 'In process: medians over the pairs',
    what: `${kind}: ${which}`,
    value: middle(({ value }) => value),
    unit: 'µs',
    baseline: middle(({ baseline }) => baseline),
    ratio: middle(({ ratio }) => ratio),
    ...(target !== undefined && { target }),
  }
}
