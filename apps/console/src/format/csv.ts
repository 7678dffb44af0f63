export type CsvCell = string | number | undefined

/** Formats a table as CSV. https://www.rfc-editor.org/rfc/rfc4180 */
export function formatTable(names: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')
}

/** A text that a table would take for a formula begins with an apostrophe, since callers choose the names of models and clients. */
function formatCell(value: CsvCell): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
