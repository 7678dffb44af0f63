/** Formats rows as columns of equal width: the first `left` are aligned to the left, the rest to the right. */
export function formatColumns(table: readonly (readonly string[])[], left: number): string {
  const rows = table.map((row) => row.map(harmless))
  const widths: number[] = []
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  const line = (row: readonly string[]): string =>
    row.map((cell, index) => (index < left ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Replaces control characters of names, which callers made up, so that none controls the terminal. */
export function harmless(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
}

/** Formats milliseconds for people: `85 ms`, `1.9 s`. */
export function formatMillis(millis: number): string {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`
}
