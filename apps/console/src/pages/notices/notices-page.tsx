import type { NoticeReport } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useMemo, useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Choice } from '../../elements/choice.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { useRowKeys } from '../../elements/row-keys.ts'
import { isPeriod, type PeriodId, periodNames, periodOf } from '../../format/periods.ts'
import { useFollowRequests } from '../../live/follow-requests.ts'
import { FilterField } from '../requests/filter-field.tsx'
import { parseFilter } from '../requests/filter-words.ts'
import type { Words } from '../usage/usage-path.ts'
import { NoticePart } from './notice-part.tsx'
import { NoticeTable } from './notice-table.tsx'
import { WayTable } from './way-table.tsx'

const views = { notice: 'notice', way: 'client and channel' } as const
type View = keyof typeof views

interface Choices {
  readonly view: View
  readonly last: PeriodId
  readonly filter: string
  /** Notice that is opened; empty: none. */
  readonly code: string
}

const usual: Choices = { view: 'notice', last: '7d', filter: '', code: '' }

/** Losses: what is lost, for whom, and what can be done. The choices are in the address. */
export function NoticesPage() {
  const { query, route } = useLocation()
  const choices: Choices = {
    view: query['view'] === 'way' ? 'way' : 'notice',
    last: isPeriod(query['last']) ? query['last'] : usual.last,
    filter: query['filter'] ?? usual.filter,
    code: query['code'] ?? usual.code,
  }
  const { view, last, filter: text, code } = choices
  const filter = useMemo(() => parseFilter(text), [text])

  function pathOf(change: Partial<Choices>): string {
    const chosen = Object.entries({ ...choices, ...change }).filter(([name, value]) => value !== usual[name as keyof Choices]) // `choices` has these members alone
    return `/console/notices${chosen.length > 0 ? `?${new URLSearchParams(chosen).toString()}` : ''}`
  }
  const go = (change: Partial<Choices>): void => route(pathOf(change), true)

  return (
    <>
      <div class="tools">
        <FilterField text={text} problem={filter.problem} onChange={(next) => go({ filter: next })} />
        <Choice label="last" names={periodNames} value={last} onChange={(next) => go({ last: next })} />
        {code === '' && <Choice label="by" names={views} value={view} onChange={(next) => go({ view: next })} />}
      </div>
      {filter.problem === undefined && (
        <Losses
          key={`${last} ${text}`}
          view={view}
          last={last}
          words={filter.parameters}
          code={code}
          pathOf={(next) => pathOf({ code: next })}
        />
      )}
    </>
  )
}

interface LossesProps {
  readonly view: View
  readonly last: PeriodId
  readonly words: Words
  readonly code: string
  /** Path of this page with a notice opened; of the list for an empty code. */
  readonly pathOf: (code: string) => string
}

function Losses({ view, last, words, code, pathOf }: LossesProps) {
  const [began] = useState(Date.now)
  const period = useMemo(() => periodOf(last, began), [])
  const path = `/notices?${new URLSearchParams({ ...words, from: new Date(period.from).toISOString() }).toString()}`
  useFollowRequests([path])
  useRowKeys()
  return (
    <AnswerView<NoticeReport> path={path} noun="list of notices" bars={8}>
      {(report) => {
        if (code !== '') return <NoticePart report={report} code={code} last={last} period={period} words={words} backPath={pathOf('')} />
        if (report.requests === 0) return <NoRequests filtered={Object.keys(words).length > 0} />
        if (view === 'way') return <WayTable report={report} last={last} />
        return <NoticeTable report={report} pathOf={pathOf} />
      }}
    </AnswerView>
  )
}

function NoRequests({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <EmptyNote what="No request of this time fits the filter.">
      <a class="button" href="/console/notices">
        Show all notices
      </a>
    </EmptyNote>
  ) : (
    <EmptyNote what="There were no requests in this time. What a translation loses is counted here as soon as a request ends.">
      <a class="button" href="/console/requests?last=all">
        All requests
      </a>
    </EmptyNote>
  )
}
