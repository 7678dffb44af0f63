import type { ReportRow } from './report-row.ts'

/** Report as text, with one table for each section. */
export function formatReport(rows: readonly ReportRow[]): string {
  const lines: string[] = []
  let section = ''
  const width = Math.max(...rows.map((row) => row.what.length))
  for (const row of rows) {
    if (row.section !== section) {
      section = row.section
      lines.push('', section, `${''.padEnd(width)}  ${['ours', 'baseline', 'ratio', 'target'].map((title) => title.padStart(10)).join('')}`)
    }
    const cells = [
      `${row.value.toFixed(1)} ${row.unit}`,
      row.baseline === undefined ? '' : `${row.baseline.toFixed(1)} ${row.unit}`,
      row.ratio === undefined ? '' : row.ratio.toFixed(2),
      row.target === undefined ? '' : `≤ ${row.target}${row.ratio === undefined ? ` ${row.unit}` : ''}`,
    ]
    lines.push(`${row.what.padEnd(width)}  ${cells.map((cell) => cell.padStart(10)).join('')}  ${verdict(row)}`.trimEnd())
  }
  return lines.join('\n')
}

function verdict(row: ReportRow): string {
  if (row.target === undefined) return ''
  return (row.ratio ?? row.value) <= row.target ? 'met' : 'missed'
}
