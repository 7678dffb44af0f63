import type { RequestRow } from '@interlingua/console/api'
import { type CsvCell, formatTable } from '../../format/csv.ts'

const columns: readonly (readonly [name: string, read: (row: RequestRow) => CsvCell])[] = [
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

/** Formats requests as CSV. */
export function formatCsv(rows: readonly RequestRow[]): string {
  return formatTable(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, read]) => read(row))),
  )
}
