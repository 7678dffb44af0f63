import { median } from './median.ts'
import type { ReportRow } from './report-row.ts'

/** Medians of the same rows, measured several times. */
export function joinRows(all: readonly (readonly ReportRow[])[]): readonly ReportRow[] {
  const [first = []] = all
  return first.map((row, index) => {
    const middle = (read: (row: ReportRow) => number | undefined): number =>
      median(
        all.map((rows) => {
          const each = rows[index]
          return (each && read(each)) ?? Number.NaN
        }),
      )
    return { ...row, value: middle(({ value }) => value), baseline: middle((each) => each.baseline), ratio: middle(({ ratio }) => ratio) }
  })
}
