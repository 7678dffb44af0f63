import type { RequestEvent, RequestRow } from '@interlingua/console/api'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { StatusMark } from '../../elements/status-mark.tsx'
import { formatMillis, formatMoney, formatShare, formatTokens } from '../../format/numbers.ts'
import { now } from '../../live/now.ts'
import { requestPath } from './listed-requests.ts'

interface RequestTableProps {
  readonly rows: readonly RequestRow[]
  /** Currency of costs. Absent: not known yet. */
  readonly currency: string | undefined
  /** Requests that run now, which have no page of their own yet. Default: none. */
  readonly running?: readonly RunningRow[]
}

/** Facts of a request that runs, as far as they are known. */
export type RunningRow = RequestEvent['request']

/** Table of requests, each of which leads to its own page. */
export function RequestTable({ rows, currency, running = [] }: RequestTableProps) {
  return (
    <table class="rows requests">
      <thead>
        <tr>
          <th scope="col">time</th>
          <th scope="col">client</th>
          <th scope="col">key</th>
          <th scope="col">asked → served</th>
          <th scope="col">status</th>
          <th scope="col" class="number">
            first byte / all
          </th>
          <th scope="col" class="number">
            tokens in / out / cached
          </th>
          <th scope="col" class="number">
            cost
          </th>
          <th scope="col">lost</th>
        </tr>
      </thead>
      <tbody>
        {running.map((row) => (
          <Running key={row.id} row={row} />
        ))}
        {rows.map((row) => (
          <Row key={row.id} row={row} currency={currency} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, currency }: { readonly row: RequestRow; readonly currency: string | undefined }) {
  const { at, client, key, format, model, operation, channel, upstreamModel, millis, firstByteMillis, costMicros, notices, attempts } = row
  return (
    <tr>
      <th scope="row" data-label="time">
        <a href={requestPath(row)} data-row>
          <Moment at={at} />
        </a>
      </th>
      <td data-label="client">{client === undefined ? <span class="muted">not known</span> : <ShownText text={client} most={40} />}</td>
      <td data-label="key">
        <ShownText text={key.name ?? key.id} most={40} />
      </td>
      <td data-label="asked → served">
        <span>
          <span class="muted">
            <ShownText text={format} most={30} />
            {operation !== 'generate' && (
              <>
                {' '}
                <ShownText text={operation} most={30} />
              </>
            )}
          </span>{' '}
          <ShownText text={model === '' ? '(no model)' : model} most={60} /> →{' '}
          {channel === undefined ? (
            <span class="muted">no channel</span>
          ) : (
            <Served model={model} channel={channel} upstreamModel={upstreamModel} />
          )}
        </span>
      </td>
      <td data-label="status">
        <StatusMark row={row} />
      </td>
      <td data-label="first byte / all" class="number">
        {firstByteMillis === undefined ? '–' : formatMillis(firstByteMillis)} / {millis === undefined ? '–' : formatMillis(millis)}
      </td>
      <td data-label="tokens in / out / cached" class="number">
        <Tokens row={row} />
      </td>
      <td data-label="cost" class="number">
        {costMicros === undefined || currency === undefined ? <span class="muted">not priced</span> : formatMoney(costMicros, currency)}
      </td>
      <td data-label="lost">
        <span>
          {notices.length > 0 ? `⚠ ${notices.length}` : <span class="muted">nothing</span>}
          {attempts > 1 && ` · ${attempts} tries`}
        </span>
      </td>
    </tr>
  )
}

interface ServedProps {
  /** Model that the client asked for. */
  readonly model: string | undefined
  readonly channel: string
  readonly upstreamModel: string | undefined
}

/** Channel that serves a request, with the model that it is asked for if that is another one. */
function Served({ model, channel, upstreamModel }: ServedProps) {
  return (
    <>
      {upstreamModel !== undefined && upstreamModel !== model && (
        <>
          <ShownText text={upstreamModel} most={60} /> at{' '}
        </>
      )}
      <ShownText text={channel} most={40} />
    </>
  )
}

/** Row of a request that runs. */
function Running({ row: { at, key, format, model, channel, upstreamModel } }: { readonly row: RunningRow }) {
  return (
    <tr class="running">
      <th scope="row" data-label="time">
        <Moment at={at} />
      </th>
      <td data-label="client" />
      <td data-label="key">{key && <ShownText text={key.name ?? key.id} most={40} />}</td>
      <td data-label="asked → served">
        <span>
          <span class="muted">
            <ShownText text={format ?? ''} most={30} />
          </span>{' '}
          <ShownText text={model ?? ''} most={60} /> →{' '}
          {channel !== undefined && <Served model={model} channel={channel} upstreamModel={upstreamModel} />}
        </span>
      </td>
      <td data-label="status">
        <span class="status-mark">
          <span class="ok" aria-hidden="true">
            ●
          </span>{' '}
          running
        </span>
      </td>
      <td data-label="first byte / all" class="number">
        … / {formatMillis(Math.max(0, now.value - Date.parse(at)))}
      </td>
      <td data-label="tokens in / out / cached" class="number" />
      <td data-label="cost" class="number" />
      <td data-label="lost" />
    </tr>
  )
}

function Tokens({ row: { tokens, estimated } }: { readonly row: RequestRow }) {
  const { input, output, cacheRead } = tokens
  if (input === undefined && output === undefined) return <span class="muted">not known</span>
  const shown = (count: number | undefined): string => (count === undefined ? '–' : formatTokens(count))
  const share = input === undefined || input === 0 || cacheRead === undefined ? '–' : formatShare(cacheRead / input)
  return (
    <span title={estimated ? 'estimated, since the upstream did not report them' : undefined}>
      {estimated && '≈ '}
      {shown(input)} / {shown(output)} / {share}
    </span>
  )
}
