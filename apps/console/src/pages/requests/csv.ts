import type { RequestRow } from '@interlingua/console/api'

const columns: readonly (readonly [name: string, read: (row: RequestRow) => string | number | undefined])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['key_id', ({ key }) => key.id],
  ['key_name', ({ key }) => key.name],
  ['client', ({ client }) => client],
  ['operation', ({ operation }) => operation],
  ['format', ({ format }) => format],
  ['model', ({ model }) => model],
  ['channel', ({ channel }) => channel],
  ['upstream_model', ({ upstreamModel }) => upstreamModel],
  ['status', ({ status }) => status],
  ['outcome', ({ outcome }) => outcome],
  ['attempts', ({ attempts }) => attempts],
  ['input_tokens', ({ tokens }) => tokens.input],
  ['cache_read_tokens', ({ tokens }) => tokens.cacheRead],
  ['output_tokens', ({ tokens }) => tokens.output],
  ['estimated', ({ estimated }) => String(estimated)],
  ['cost_micros', ({ costMicros }) => costMicros],
  ['millis', ({ millis }) => millis],
  ['first_byte_millis', ({ firstByteMillis }) => firstByteMillis],
  ['notices', ({ notices }) => notices.join(' ')],
]

/** Formats requests as CSV. https://www.rfc-editor.org/rfc/rfc4180 */
export function formatCsv(rows: readonly RequestRow[]): string {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => formatCell(read(row))))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** A text that a table would take for a formula begins with an apostrophe, since callers choose the names of models and clients. */
function formatCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
