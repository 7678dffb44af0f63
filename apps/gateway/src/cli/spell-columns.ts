/** Rows as columns of equal width: the first `left` of them begin at the left, the rest end at the right. */
export function spellColumns(table: readonly (readonly string[])[], left: number): string {
  const rows = table.map((row) => row.map(harmless))
  const widths: number[] = []
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  const line = (row: readonly string[]): string =>
    row.map((cell, index) => (index < left ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Names are what callers made up: none may speak to the terminal. */
function harmless(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
}
