import type { CacheReport, ShareReport, TimesReport, UsageReport } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useMemo } from 'preact/hooks'
import { session } from '../../access/session.ts'
import { reload, useCached } from '../../api/cache.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { BarChart } from '../../elements/bar-chart.tsx'
import { downloadText } from '../../elements/download-text.ts'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { useRowKeys } from '../../elements/row-keys.ts'
import { Choice } from '../../elements/choice.tsx'
import { formatCounted, formatMoney, formatShare, formatTokens } from '../../format/numbers.ts'
import { isPeriod, type PeriodId, periodNames, periodOf } from '../../format/periods.ts'
import { useFollowRequests } from '../../live/follow-requests.ts'
import { FilterField } from '../requests/filter-field.tsx'
import { parseFilter } from '../requests/filter-words.ts'
import { BudgetList } from './budget-list.tsx'
import { isMeasure, type MeasureId, measures, seriesOf } from './measures.ts'
import { usageCsv } from './usage-csv.ts'
import { type GroupId, groupNames, isGroup, usagePaths, type Words } from './usage-path.ts'
import { UsageTable } from './usage-table.tsx'

interface Choices {
  readonly by: GroupId
  readonly measure: MeasureId
  readonly last: PeriodId
  readonly filter: string
}

const usual: Choices = { by: 'model', measure: 'cost', last: '30d', filter: '' }

/** Sums of usage and cost: in time, by group, and against budgets. The choices are in the address. */
export function UsagePage() {
  const { query, route } = useLocation()
  const choices: Choices = {
    by: isGroup(query['by']) ? query['by'] : usual.by,
    measure: isMeasure(query['measure']) ? query['measure'] : usual.measure,
    last: isPeriod(query['last']) ? query['last'] : usual.last,
    filter: query['filter'] ?? usual.filter,
  }
  const { by, measure, last, filter: text } = choices
  const filter = useMemo(() => parseFilter(text), [text])

  function go(change: Partial<Choices>): void {
    const chosen = Object.entries({ ...choices, ...change }).filter(([name, value]) => value !== usual[name as keyof Choices]) // `choices` has these members alone
    route(`/console/usage${chosen.length > 0 ? `?${new URLSearchParams(chosen).toString()}` : ''}`, true)
  }

  const names = Object.fromEntries(Object.entries(measures).map(([id, { name }]) => [id, name])) as Record<MeasureId, string> // `measures` has these members
  return (
    <>
      <div class="tools">
        <FilterField text={text} problem={filter.problem} onChange={(next) => go({ filter: next })} />
        <Choice label="last" names={periodNames} value={last} onChange={(next) => go({ last: next })} />
        <Choice label="by" names={groupNames} value={by} onChange={(next) => go({ by: next })} />
        <Choice label="measure" names={names} value={measure} onChange={(next) => go({ measure: next })} />
      </div>
      {filter.problem === undefined && (
        <Sums key={`${last} ${by} ${text}`} by={by} last={last} measure={measure} words={filter.parameters} />
      )}
      <BudgetList />
    </>
  )
}

interface SumsProps {
  readonly by: GroupId
  readonly last: PeriodId
  readonly measure: MeasureId
  readonly words: Words
}

function Sums({ by, last, measure, words }: SumsProps) {
  // The beginning stands still while the page is shown, so that its parts fit each other.
  const period = useMemo(() => periodOf(last, Date.now()), [])
  const paths = usagePaths(by, period, words)
  const { value: person } = session
  const watches = person.state === 'signed-in' && person.me.role !== 'user'
  useFollowRequests([paths.sums, paths.series, paths.times, paths.caches, paths.shares])
  useRowKeys()
  // The comparison is an addition: without it the sums are whole.
  const { answer: before } = useCached<UsageReport>(paths.before)
  const { answer: times } = useCached<TimesReport>(paths.times)
  const { answer: caches } = useCached<CacheReport>(paths.caches)
  const { answer: shares } = useCached<ShareReport>(paths.shares)
  return (
    <AnswerView<UsageReport> path={paths.sums} noun="usage" bars={8}>
      {(report) =>
        report.rows.length === 0 ? (
          <Nothing filtered={Object.keys(words).length > 0} />
        ) : (
          <>
            <AnswerView<UsageReport> path={paths.series} noun="usage in time" bars={3}>
              {(series) => (
                <>
                  <BarChart
                    label={`${measures[measure].name}${by === 'time' ? '' : ` by ${by}`}, each ${period.step}`}
                    bars={period.bars}
                    series={seriesOf(series.rows, period.bars, by, measure)}
                    format={(value) => measures[measure].format(value, report.currency)}
                  />
                  {series.cut === true && <p class="warn">There are too many groups for the chart: the cheapest are left out of it.</p>}
                </>
              )}
            </AnswerView>
            <div class="tools">
              {!watches && (
                <button type="button" onClick={() => [paths.sums, paths.series].forEach((path) => void reload(path))}>
                  Read anew
                </button>
              )}
              <button type="button" onClick={() => downloadText(`usage-by-${by}.csv`, 'text/csv', usageCsv(report.rows, by))}>
                Download CSV
              </button>
            </div>
            <UsageTable report={report} before={before} times={times} by={by} last={last} words={words} />
            {caches && <SavedByCaches report={caches} />}
            {shares && <Shares report={shares} />}
            {report.cut === true && <p class="warn">The {report.rows.length} dearest are shown.</p>}
            <p class="muted">
              Days and hours are those of UTC. The cost is that of the price table at the time of each request; requests whose price is not
              known are left out of it, and counted as not priced. Tokens that an upstream did not report are estimated.
            </p>
          </>
        )
      }
    </AnswerView>
  )
}

function SavedByCaches({ report: { currency, savedMicros, cacheRead, unpriced } }: { readonly report: CacheReport }) {
  if (cacheRead === 0) return <p>Nothing was read from prompt caches.</p>
  if (unpriced === cacheRead)
    return <p>{formatTokens(cacheRead)} tokens were read from prompt caches; what that saved is not known, since they have no price.</p>
  return (
    <p>
      {savedMicros >= 0 ? 'Saved by caches: ' : 'Caches cost more than they saved: '}
      <strong>{formatMoney(Math.abs(savedMicros), currency)}</strong>, by the prices in force, on {formatTokens(cacheRead - unpriced)}{' '}
      tokens
      {unpriced > 0 && <span class="warn">; {formatTokens(unpriced)} more have no price</span>}.
    </p>
  )
}

function Shares({ report }: { readonly report: ShareReport }) {
  const { currency, requests, costMicros, estimated, estimatedMicros, failedMicros, failedUnpriced } = report
  return (
    <p>
      Spent on failed attempts: <strong>{formatMoney(failedMicros, currency)}</strong>
      {costMicros > 0 && failedMicros > 0 && `, ${formatShare(failedMicros / costMicros)} of the cost`}
      {failedUnpriced > 0 && <span class="warn">; those of {formatCounted(failedUnpriced, 'request')} are not priced</span>}. Estimated:{' '}
      {costMicros > 0 && (
        <>
          <strong>{formatShare(estimatedMicros / costMicros)}</strong> of the cost,{' '}
        </>
      )}
      <strong>{formatShare(requests === 0 ? 0 : estimated / requests)}</strong> of the requests.
    </p>
  )
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <EmptyNote what="No request of this time fits the filter.">
      <a class="button" href="/console/usage">
        Show all usage
      </a>
    </EmptyNote>
  ) : (
    <EmptyNote what="Nothing was used in this time. Each request is counted here as soon as it ends.">
      <a class="button" href="/console/requests?last=all">
        All requests
      </a>
    </EmptyNote>
  )
}
