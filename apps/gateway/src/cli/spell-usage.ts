import type { RecordReport, SumReport, UsageReport } from '../metering/report-usage.ts'
import type { UsageQuery } from '../metering/usage-query.ts'

/** A report as a table for people. */
export function spellUsage({ data, currency, next }: UsageReport, by?: UsageQuery['by']): string {
  if (data.length === 0) return 'Nothing was used.\n'
  const sums = data.filter((row) => 'group' in row)
  if (sums.length > 0)
    return spellColumns([['', 'requests', 'failed', 'input', 'cached', 'output', currency], ...sums.map((sum) => cellsOfSum(sum, by))], 1)
  const records = data.filter((row) => 'id' in row)
  const head = ['time', 'key', 'model', 'channel', 'outcome', 'input', 'cached', 'output', currency]
  const table = spellColumns([head, ...records.map(cellsOfRecord)], 5)
  return next === undefined ? table : `${table}More: --before ${next}\n`
}

function cellsOfSum({ group, name, requests, failed, tokens, cost }: SumReport, by: UsageQuery['by']): readonly string[] {
  const { input, cacheRead, output } = tokens
  // A request that was refused early has no model, and no channel: it is no sum of the others.
  return [
    name ?? (group || (by === undefined || by === 'all' ? 'all' : `(no ${by})`)),
    ...[requests, failed, input, cacheRead, output].map(String),
    cost,
  ]
}

function cellsOfRecord({ at, key, model, channel = '', outcome, tokens, estimated, cost = '' }: RecordReport): readonly string[] {
  // A number that is a guess says so.
  const count = (tokens: number | undefined): string => (tokens === undefined ? '' : `${estimated ? '~' : ''}${tokens}`)
  return [at, key, model, channel, outcome, count(tokens.input), count(tokens.cacheRead), count(tokens.output), cost]
}

/** Rows as columns of equal width: the first `left` of them begin at the left, the rest end at the right. */
function spellColumns(table: readonly (readonly string[])[], left: number): string {
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
