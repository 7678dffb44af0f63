import type { Page, RequestEvent, RequestRow } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { session } from '../../access/session.ts'
import { reload } from '../../api/cache.ts'
import { useOlderPages } from '../../api/older-pages.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { OlderButton } from '../../elements/older-button.tsx'
import { useRowKeys } from '../../elements/row-keys.ts'
import { formatCounted } from '../../format/numbers.ts'
import { onRequest, overview, running, sampled } from '../../live/live.ts'
import { type FilterWord, fitsFilter, mayFit, parseFilter } from './filter-words.ts'
import { FilterField } from './filter-field.tsx'
import { listedRequests, requestPath } from './listed-requests.ts'
import { RequestTable, type RunningRow } from './request-table.tsx'
import { Downloads } from './request-tools.tsx'

/** Ranges of time, in hours. */
const ranges = { '15min': 0.25, '1h': 1, '24h': 24, '7d': 168, all: undefined } as const
type Range = keyof typeof ranges
const rangeNames: Readonly<Record<Range, string>> = {
  '15min': '15 minutes',
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  all: 'all times',
}
const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(ranges, text)

/** List of requests: filtered, live, and as a file. */
export function RequestsPage() {
  const { query, route } = useLocation()
  const text = query['filter'] ?? ''
  const range = isRange(query['last']) ? query['last'] : '24h'
  const filter = useMemo(() => parseFilter(text), [text])
  const { value: person } = session
  const watches = person.state === 'signed-in' && person.me.role !== 'user'

  function go(nextText: string, nextRange: Range): void {
    const parameters = new URLSearchParams({
      ...(nextText !== '' && { filter: nextText }),
      ...(nextRange !== '24h' && { last: nextRange }),
    })
    const words = parseFilter(nextText)
    const id = words.problem === undefined ? words.parameters.id : undefined
    if (id !== undefined) route(requestPath({ id }))
    else route(`/console/requests${parameters.size > 0 ? `?${parameters.toString()}` : ''}`, true)
  }

  return (
    <>
      <div class="tools">
        <FilterField text={text} problem={filter.problem} onChange={(next) => go(next, range)} />
        <label class="inline">
          last{' '}
          <select
            value={range}
            onChange={({ currentTarget: { value } }) => {
              if (isRange(value)) go(text, value)
            }}
          >
            {Object.entries(rangeNames).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {filter.problem === undefined && <List key={`${range} ${text}`} words={filter.parameters} range={range} watches={watches} />}
    </>
  )
}

interface ListProps {
  readonly words: Readonly<Partial<Record<FilterWord, string>>>
  readonly range: Range
  /** True if this person hears of requests as they happen. */
  readonly watches: boolean
}

function List({ words, range, watches }: ListProps) {
  // The beginning of the time stands still while the list is shown, so that its pages fit each other.
  const path = useMemo(() => {
    const hours = ranges[range]
    const from = hours === undefined ? {} : { from: new Date(Date.now() - hours * 3_600_000).toISOString() }
    return `/requests?${new URLSearchParams({ ...words, ...from }).toString()}`
  }, [])
  return (
    <AnswerView<Page<RequestRow>> path={path} noun="list of requests" bars={12}>
      {(page, { at }) => <Rows path={path} page={page} at={at} words={words} watches={watches} />}
    </AnswerView>
  )
}

interface RowsProps extends Omit<ListProps, 'range'> {
  readonly path: string
  readonly page: Page<RequestRow>
  /** Time at which the page was read. */
  readonly at: number | undefined
}

/** New rows that are kept. Beyond them the earlier ones are not shown any more, since there would be a gap between. */
const mostFresh = 200

function Rows({ path, page, at, words, watches }: RowsProps) {
  const older = useOlderPages(path, page)
  /** Rows that came since the page was read, the newest first: those in the table, and those that wait. */
  const [fresh, setFresh] = useState<readonly RequestRow[]>([])
  const [waiting, setWaiting] = useState<readonly RequestRow[]>([])
  const [live, setLive] = useState(false)
  // Read by events, which may come before the next effect.
  const atOnce = useRef(live)
  atOnce.current = live

  // Rows that came before the page was read are in it.
  useEffect(() => setFresh([]), [at])

  useEffect(
    () =>
      onRequest(({ phase, request }) => {
        const row = phase === 'end' ? finished(request) : undefined
        if (row === undefined || !fitsFilter(row, words)) return
        const add = (rows: readonly RequestRow[]): readonly RequestRow[] => [row, ...rows].slice(0, mostFresh)
        if (atOnce.current) setFresh(add)
        else setWaiting(add)
      }),
    [],
  )

  function showWaiting(): void {
    setFresh((rows) => [...waiting, ...rows].slice(0, mostFresh))
    setWaiting([])
  }

  const full = fresh.length >= mostFresh
  const rows = full ? fresh : [...new Map([...fresh, ...page.rows, ...older.rows].map((row) => [row.id, row])).values()]
  useEffect(() => {
    listedRequests.value = rows.map(({ id, at: time }) => ({ id, at: time }))
  })
  useRowKeys()
  const news = waiting.filter(({ id }) => !rows.some((row) => row.id === id)).length
  return (
    <>
      <div class="tools">
        {watches ? (
          <>
            <label class="inline">
              <input
                type="checkbox"
                checked={live}
                onChange={({ currentTarget }) => {
                  setLive(currentTarget.checked)
                  showWaiting()
                }}
              />{' '}
              show new ones at once
            </label>
            {running.value.size > 0 && (
              <span class="muted">
                {running.value.size}
                {sampled.value && ' and more'} running now
              </span>
            )}
          </>
        ) : (
          <button type="button" onClick={() => void reload(path)}>
            Read anew
          </button>
        )}
        <span role="status">
          {news > 0 && (
            <button type="button" class="main small" onClick={showWaiting}>
              {news >= mostFresh ? `${mostFresh} and more` : news} new
            </button>
          )}
        </span>
        {rows.length > 0 && <Downloads path={path} />}
      </div>
      {rows.length === 0 ? (
        <Nothing filtered={Object.keys(words).length > 0} />
      ) : (
        <>
          <RequestTable rows={rows} currency={overview.value?.currency} running={live ? runningNow(words) : []} />
          <p class="muted" role="status">
            {formatCounted(rows.length, 'request')} shown{older.more || full ? '' : ', which are all'}
            {live && sampled.value && '. So many run that the gateway reports a part of them.'}
          </p>
          {older.failure !== undefined && (
            <FailureNote what="Older requests could not be read." error={older.failure} onRetry={() => void older.read()} />
          )}
          {full ? (
            <p>
              <button type="button" onClick={() => void reload(path)}>
                Read the list anew, with older ones
              </button>
            </p>
          ) : (
            <OlderButton pages={older} />
          )}
        </>
      )}
    </>
  )
}

/** Requests that run now and may fit the filter, the newest first. */
function runningNow(words: ListProps['words']): readonly RunningRow[] {
  return [...running.value.values()]
    .toReversed()
    .filter((request) => mayFit(request, words))
    .slice(0, mostShown)
}

/** Running requests that are listed at most. */
const mostShown = 20

function Nothing({ filtered }: { readonly filtered: boolean }) {
  if (filtered)
    return (
      <EmptyNote what="No request of this time fits the filter.">
        <a class="button" href="/console/requests?last=all">
          Show all requests
        </a>
      </EmptyNote>
    )
  return (
    <EmptyNote what="There are no requests of this time. Each one that a client sends is listed here as soon as it ends.">
      <span class="buttons">
        <a class="button" href="/console/setup">
          Set up an agent
        </a>
        <a class="button" href="/console">
          Send one from Home
        </a>
      </span>
    </EmptyNote>
  )
}

/** Row of a request that ended; undefined for one that was refused before it had a key, which leaves no record. */
function finished(request: RequestEvent['request']): RequestRow | undefined {
  // An event of an end has all of a row's members, or neither key nor model.
  return request.key === undefined || request.tokens === undefined ? undefined : (request as RequestRow)
}
