import type { NoticeReport, NoticeRow, Page, RequestRow, UsageReport } from '@interlingua/console/api'
import { AnswerView } from '../../elements/answer-view.tsx'
import { BarChart } from '../../elements/bar-chart.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { NoticeKind } from '../../elements/notice-kind.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatCounted, formatShare } from '../../format/numbers.ts'
import type { Period, PeriodId } from '../../format/periods.ts'
import { overview } from '../../live/live.ts'
import { isFilterValue } from '../requests/filter-words.ts'
import { requestsPath } from '../requests/listed-requests.ts'
import { RequestTable } from '../requests/request-table.tsx'
import type { Words } from '../usage/usage-path.ts'
import { Way } from './notice-table.tsx'
import { policyLine } from './policy-line.ts'

interface NoticePartProps {
  readonly report: NoticeReport
  readonly code: string
  readonly last: PeriodId
  readonly period: Period
  readonly words: Words
  /** Path of the list of notices. */
  readonly backPath: string
}

/** Opened notice: meaning, course in time, ways, newest requests, and what can be done. */
export function NoticePart({ report, code, last, period, words, backPath }: NoticePartProps) {
  const row = report.rows.find((one) => one.code === code)
  const search = new URLSearchParams({ ...words, notice: code, from: new Date(period.from).toISOString() }).toString()
  return (
    <>
      <p class="buttons">
        <a href={backPath}>All notices</a>
      </p>
      <h2>
        <code>
          <ShownText text={code} most={80} />
        </code>
      </h2>
      {row === undefined ? (
        <EmptyNote what="No request of this time has this notice.">
          <a class="button" href={backPath}>
            All notices
          </a>
        </EmptyNote>
      ) : (
        <>
          <Facts row={row} requests={report.requests} />
          <AnswerView<UsageReport> path={`/usage?by=${period.step}&limit=1000&${search}`} noun="course in time" bars={3}>
            {({ rows }) => {
              const counts = new Map(rows.map(({ group, requests }) => [group, requests]))
              return (
                <BarChart
                  label={`requests with this notice, each ${period.step}`}
                  bars={period.bars}
                  series={[{ name: 'requests', values: period.bars.map((bar) => counts.get(bar) ?? 0) }]}
                  format={(value) => formatCounted(value, 'request')}
                />
              )
            }}
          </AnswerView>
          <h2>Where it happens</h2>
          <ul>
            {row.top.map((way) => (
              <li key={JSON.stringify([way.client, way.format, way.channel])}>
                <Way way={way} /> <span class="muted">{formatCounted(way.requests, 'request')}</span>
              </li>
            ))}
          </ul>
          <h2>Newest requests</h2>
          <p class="muted">The place of the loss in the client’s document is on the page of each request.</p>
          <AnswerView<Page<RequestRow>> path={`/requests?limit=10&${search}`} noun="list of requests" bars={4}>
            {(page) => <RequestTable rows={page.rows} currency={overview.value?.currency} />}
          </AnswerView>
          {isFilterValue(code) && (
            <p>
              <a href={requestsPath({ ...words, notice: code }, last === '24h' || last === '7d' ? last : 'all')}>All requests with it</a>
            </p>
          )}
        </>
      )}
    </>
  )
}

function Facts({ row, requests: all }: { readonly row: NoticeRow; readonly requests: number }) {
  const { code, kind, message, benign, severe, requests, share } = row
  return (
    <>
      <p class="facts">
        <NoticeKind kind={kind} unknown="kind not known" />
        <span>
          {formatCount(requests)} of {formatCounted(all, 'request')}, {formatShare(share)}
        </span>
        {benign === true && <span class="ok">harmless</span>}
        {severe === true && <span class="bad">severe</span>}
      </p>
      {message !== undefined && (
        <p>
          Meaning: <ShownText text={message} most={500} />.
        </p>
      )}
      <p>{remedyOf(row)}</p>
      {kind !== undefined && (
        <>
          <p>Lines of the configuration file, for all channels or within one, that refuse it, and that allow it:</p>
          <Command text={policyLine(code, 'reject')} />
          <Command text={policyLine(code, 'allow')} />
        </>
      )}
    </>
  )
}

/** Sentence about what can be done. */
function remedyOf({ kind, benign, severe }: Pick<NoticeRow, 'kind' | 'benign' | 'severe'>): string {
  if (benign === true) return 'It changes nothing that a caller would notice, and no policy refuses it.'
  if (severe === true) return 'Such requests are refused, unless the policy of the channel allows this notice by name.'
  if (kind === 'dropped')
    return 'To have such requests refused: the header interlingua-policy: reject-dropped, or the policy of the channel. To keep the field: another channel whose format has it.'
  return 'To have such requests refused: the header interlingua-policy: reject-any, or the policy of the channel.'
}
