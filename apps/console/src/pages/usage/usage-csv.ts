import type { UsageRow } from '@interlingua/console/api'
import { type CsvCell, formatTable } from '../../format/csv.ts'
import type { GroupId } from './usage-path.ts'

const columns: readonly (readonly [name: string, read: (row: UsageRow) => CsvCell])[] = [
  ['name', ({ name }) => name],
  ['requests', ({ requests }) => requests],
  ['failed', ({ failed }) => failed],
  ['input_tokens', ({ input }) => input],
  ['cache_read_tokens', ({ cacheRead }) => cacheRead],
  ['cache_write_tokens', ({ cacheWrite }) => cacheWrite],
  ['output_tokens', ({ output }) => output],
  ['cost_micros', ({ costMicros }) => costMicros],
  ['unpriced_requests', ({ unpriced }) => unpriced],
  ['failed_attempts_micros', ({ failedMicros }) => failedMicros],
  ['estimated_requests', ({ estimated }) => estimated],
  ['estimated_micros', ({ estimatedMicros }) => estimatedMicros],
]

/** Formats sums as CSV. Names of keys stand beside their ids. */
export function usageCsv(rows: readonly UsageRow[], by: GroupId): string {
  const shown = columns.filter(([name]) => by === 'key' || name !== 'name')
  return formatTable(
    [by, ...shown.map(([name]) => name)],
    rows.map((row) => [row.group, ...shown.map(([, read]) => read(row))]),
  )
}
