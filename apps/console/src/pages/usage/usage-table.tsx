import type { TimesReport, TimesRow, UsageReport, UsageRow } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { TimeSpread } from '../../elements/time-spread.tsx'
import { formatCount, formatMoney, formatShare, formatTokens } from '../../format/numbers.ts'
import { formatBar, type PeriodId, periodNames } from '../../format/periods.ts'
import { isFilterValue } from '../requests/filter-words.ts'
import { requestsPath } from '../requests/listed-requests.ts'
import { noneOf } from './measures.ts'
import { type GroupId, groupNames, type Words } from './usage-path.ts'

interface UsageTableProps {
  readonly report: UsageReport
  /** Sums of the time before; absent: they are not known. */
  readonly before: UsageReport | undefined
  /** Percentiles of times; absent: they are not known yet. */
  readonly times: TimesReport | undefined
  readonly by: GroupId
  readonly last: PeriodId
  readonly words: Words
}

/** Table of sums, one row for each group, and one for all. */
export function UsageTable({ report: { rows, currency, cut }, before, times, by, last, words }: UsageTableProps) {
  const all = rows.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const timed = new Map(times?.rows.map((row) => [row.group, row]))
  const earlier = before && new Map(before.rows.map((row) => [row.group, row]))
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{groupNames[by]}</th>
          <th scope="col" class="number">
            requests
          </th>
          <th scope="col" class="number">
            failed
          </th>
          <th scope="col" class="number">
            input
          </th>
          <th scope="col" class="number">
            cached
          </th>
          <th scope="col" class="number">
            output
          </th>
          <th scope="col" class="number" title="Half of the answers, and 95 % of them, began and were whole within these times.">
            time p50/p95
          </th>
          <th scope="col" class="number">
            cost
          </th>
          <th scope="col" class="number">
            share
          </th>
          <th scope="col" class="number" title={`against the time before: ${periodNames[last]}`}>
            change
          </th>
        </tr>
      </thead>
      <tbody>
        {(by === 'time' ? newestFirst(rows) : rows).map((row) => (
          <tr key={row.group}>
            <th scope="row" data-label={by}>
              <GroupName row={row} by={by} last={last} words={words} />
            </th>
            <Numbers row={row} times={timed.get(row.group)} currency={currency} />
            <td data-label="share" class="number">
              {all === 0 || row.costMicros === 0 ? <Absent /> : formatShare(row.costMicros / all)}
            </td>
            <td data-label="change" class="number">
              {by === 'time' ? (
                <Absent word="not compared" />
              ) : (
                <Change row={row} earlier={earlier?.get(row.group)} known={earlier !== undefined && before?.cut !== true} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && cut !== true && (
        <tfoot>
          <tr>
            <th scope="row" data-label={by}>
              all
            </th>
            <Numbers row={sumOf(rows)} times={undefined} currency={currency} />
            <td data-label="share" class="number" />
            <td data-label="change" class="number">
              <Change row={sumOf(rows)} earlier={before && sumOf(before.rows)} known={before !== undefined && before.cut !== true} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function newestFirst(rows: readonly UsageRow[]): readonly UsageRow[] {
  return rows.toSorted((one, other) => (one.group < other.group ? 1 : -1))
}

/** Sign for a number that there is not, with its word for those who do not see it. */
function Absent({ word = 'none' }: { readonly word?: string }) {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="hidden">{word}</span>
    </span>
  )
}

function GroupName({ row: { group, name }, by, last, words }: { readonly row: UsageRow } & Pick<UsageTableProps, 'by' | 'last' | 'words'>) {
  if (group === '') return <span class="muted">{noneOf(by)}</span>
  if (by === 'time') return <>{formatBar(group)}</>
  if (by === 'pair' || !isFilterValue(group)) return <ShownText text={name ?? group} most={60} />
  return (
    <a href={requestsPath({ ...words, [by]: group }, last === '24h' || last === '7d' ? last : 'all')} data-row title="Its requests">
      <ShownText text={name ?? group} most={60} />
    </a>
  )
}

function Numbers({ row, times, currency }: { readonly row: UsageRow; readonly times: TimesRow | undefined; readonly currency: string }) {
  const { requests, failed, input, cacheRead, output, costMicros, unpriced } = row
  return (
    <>
      <td data-label="requests" class="number">
        {formatCount(requests)}
      </td>
      <td data-label="failed" class="number">
        {failed === 0 ? <Absent /> : formatShare(failed / requests)}
      </td>
      <td data-label="input" class="number">
        {input === 0 ? <Absent /> : formatTokens(input)}
      </td>
      <td data-label="cached" class="number">
        {input === 0 || cacheRead === 0 ? <Absent /> : formatShare(cacheRead / input)}
      </td>
      <td data-label="output" class="number">
        {output === 0 ? <Absent /> : formatTokens(output)}
      </td>
      <td data-label="time p50/p95" class="number">
        <span>{times ? <TimeSpread firstByte={times.firstByte} whole={times.whole} /> : <Absent />}</span>
      </td>
      <td data-label="cost" class="number">
        <span>
          {costMicros > 0 ? formatMoney(costMicros, currency) : unpriced === 0 && <Absent word="nothing to pay" />}
          {unpriced > 0 && (
            <span class="warn">
              {costMicros > 0 && <br />}
              <a
                class="warn"
                href="/console/settings?tab=prices"
                title="These requests used something whose price is not in the table; the cost leaves that out. To the prices."
              >
                {costMicros === 0 && unpriced === requests ? 'not priced' : `${formatCount(unpriced)} not priced`}
              </a>
            </span>
          )}
        </span>
      </td>
    </>
  )
}

/** Change of the cost against the time before; of the requests where nothing was paid. */
function Change({ row, earlier, known }: { readonly row: UsageRow; readonly earlier: UsageRow | undefined; readonly known: boolean }) {
  if (!known) return <span class="muted">not known</span>
  if (earlier === undefined || earlier.requests === 0) return <span class="muted">new</span>
  const paid = row.costMicros > 0 && earlier.costMicros > 0
  const change = paid ? row.costMicros / earlier.costMicros - 1 : row.requests / earlier.requests - 1
  const title = paid ? 'change of the cost' : 'change of the number of requests'
  return (
    <span title={title}>
      {change >= 0 ? '+' : '−'}
      {change > 99 ? 'more than 99 times' : formatShare(Math.abs(change))}
      {!paid && <span class="muted"> requests</span>}
    </span>
  )
}

function sumOf(rows: readonly UsageRow[]): UsageRow {
  const total = (read: (row: UsageRow) => number): number => rows.reduce((sum, row) => sum + read(row), 0)
  return {
    group: '',
    requests: total(({ requests }) => requests),
    failed: total(({ failed }) => failed),
    input: total(({ input }) => input),
    output: total(({ output }) => output),
    cacheRead: total(({ cacheRead }) => cacheRead),
    cacheWrite: total(({ cacheWrite }) => cacheWrite),
    costMicros: total(({ costMicros }) => costMicros),
    unpriced: total(({ unpriced }) => unpriced),
    failedMicros: total(({ failedMicros }) => failedMicros),
    failedUnpriced: total(({ failedUnpriced }) => failedUnpriced),
    estimated: total(({ estimated }) => estimated),
    estimatedMicros: total(({ estimatedMicros }) => estimatedMicros),
  }
}
