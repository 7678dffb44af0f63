import type { RecordReport, SumReport, UsageQuery, UsageReport } from '@interlingua/server'
import { formatColumns } from './format-columns.ts'

/** Formats a report as a table. */
export function formatUsage({ data, currency, next }: UsageReport, by?: UsageQuery['by']): string {
  if (data.length === 0) return 'Nothing was used.\n'
  const sums = data.filter((row) => 'group' in row)
  if (sums.length > 0)
    return formatColumns(
      [['', 'requests', 'failed', 'input', 'cached', 'hits', 'output', currency], ...sums.map((sum) => cellsOfSum(sum, by))],
      1,
    )
  const records = data.filter((row) => 'id' in row)
  const head = ['time', 'key', 'model', 'channel', 'outcome', 'input', 'cached', 'output', currency]
  const table = formatColumns([head, ...records.map(cellsOfRecord)], 5)
  return next === undefined ? table : `${table}More: --cursor ${next}\n`
}

function cellsOfSum(
  { group, name, requests, failed, tokens, hitRate, cost, unpriced }: SumReport,
  by: UsageQuery['by'],
): readonly string[] {
  const { input, cacheRead, output } = tokens
  // Requests that were refused early have no model and no channel, and get a row of their own.
  return [
    name ?? (group || (by === undefined || by === 'all' ? 'all' : `(no ${by})`)),
    ...[requests, failed, input, cacheRead].map(String),
    hitRate === undefined ? '' : `${(hitRate * 100).toFixed(1)}%`,
    String(output),
    // A sum that leaves requests out is a part of the cost.
    cost === undefined ? 'unknown' : unpriced === undefined ? cost : `${cost}+`,
  ]
}

function cellsOfRecord({ at, key, model, channel = '', outcome, tokens, estimated, cost = '' }: RecordReport): readonly string[] {
  // An estimated number is marked by `~`.
  const count = (tokens: number | undefined): string => (tokens === undefined ? '' : `${estimated ? '~' : ''}${tokens}`)
  return [at, key, model, channel, outcome, count(tokens.input), count(tokens.cacheRead), count(tokens.output), cost]
}
