import type { RecordReport, SumReport, UsageQuery, UsageReport } from '@interlingua/server'
import { formatMicros } from '@interlingua/access'
import { formatColumns } from './format-columns.ts'

/** Formats a report as a table. */
export function formatUsage({ data, currency, next }: UsageReport, by?: UsageQuery['by']): string {
  if (data.length === 0) return 'Nothing was used.\n'
  const sums = data.filter((row) => 'group' in row)
  if (sums.length > 0)
    return `${formatColumns(
      [['', 'requests', 'failed', 'input', 'cached', 'hits', 'output', currency], ...sums.map((sum) => cellsOfSum(sum, by))],
      1,
    )}${formatShares(sums, currency)}`
  const records = data.filter((row) => 'id' in row)
  const head = ['time', 'key', 'model', 'channel', 'outcome', 'input', 'cached', 'output', currency]
  const table = formatColumns([head, ...records.map(cellsOfRecord)], 5)
  return next === undefined ? table : `${table}More: --cursor ${next}\n`
}

/** Tells what failed attempts cost, and how much is estimated; nothing where there is neither. */
function formatShares(sums: readonly SumReport[], currency: string): string {
  const micros = (read: (sum: SumReport) => string | undefined): number =>
    sums.reduce((all, sum) => all + Math.round(Number(read(sum) ?? 0) * 1_000_000), 0)
  const count = (read: (sum: SumReport) => number | undefined): number => sums.reduce((all, sum) => all + (read(sum) ?? 0), 0)
  const [cost, failed, guessed] = [micros((sum) => sum.cost), micros((sum) => sum.failedCost), micros((sum) => sum.estimatedCost)]
  const [unpriced, estimated, requests] = [count((sum) => sum.failedUnpriced), count((sum) => sum.estimated), count((sum) => sum.requests)]
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`
  const more = unpriced === 0 ? '' : `, and something without a price in ${unpriced} requests`
  const lines = [
    ...(failed > 0 || unpriced > 0 ? [`Spent on failed attempts: ${formatMicros(failed)} ${currency}${more}`] : []),
    ...(estimated > 0
      ? [`Estimated: ${cost > 0 ? `${percent(guessed / cost)} of the cost, ` : ''}${percent(estimated / requests)} of the requests`]
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
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
