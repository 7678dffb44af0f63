import type { ChannelReport } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { ChannelState } from '../../elements/channel-state.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { TimeSpread } from '../../elements/time-spread.tsx'
import { formatCount, formatShare } from '../../format/numbers.ts'
import { overview } from '../../live/live.ts'
import { requestsPath } from '../requests/listed-requests.ts'
import { ChannelPanel } from './channel-panel.tsx'

const path = '/channels'

/** Channels with their health and the sums of five minutes. */
export function ChannelReports() {
  const { value: latest } = overview
  // Health is in each overview; the sums are read with it.
  useEffect(() => {
    if (latest) void reload(path)
  }, [latest])
  return (
    <AnswerView<{ readonly rows: readonly ChannelReport[] }> path={path} noun="list of channels" bars={4}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyNote what="There is no channel. Set a provider’s key, or write an interlingua.yaml: interlingua init" />
        ) : (
          <>
            <ReportTable rows={rows} />
            <p class="muted">
              Channels stand in the configuration file, and are changed there: interlingua check tells whether it can be used.
            </p>
          </>
        )
      }
    </AnswerView>
  )
}

function ReportTable({ rows }: { readonly rows: readonly ChannelReport[] }) {
  const { query, route } = useLocation()
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">health</th>
          <th scope="col" class="number">
            requests, 5 min
          </th>
          <th scope="col" class="number">
            errors
          </th>
          <th scope="col" class="number" title="Half of the answers, and 95 % of them, began and were whole within these times.">
            time p50/p95
          </th>
          <th scope="col" class="number">
            running
          </th>
          <th scope="col">models, address, rules</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((channel) => {
          const { name } = channel
          const isOpen = query['open'] === name
          return (
            <Fragment key={name}>
              <tr>
                <th scope="row" data-label="name">
                  <span>
                    <a href={requestsPath({ channel: channel.name })} title="Requests at this channel">
                      <ShownText text={channel.name} most={40} />
                    </a>{' '}
                    <span class="muted">
                      <ShownText text={channel.format} most={40} />
                    </span>{' '}
                    <button
                      type="button"
                      class="small"
                      aria-expanded={isOpen}
                      aria-label={`Details of ${name}`}
                      onClick={() => route(`/console/channels${isOpen ? '' : `?${new URLSearchParams({ open: name }).toString()}`}`, true)}
                    >
                      {isOpen ? '▾' : '▸'}
                    </button>
                  </span>
                </th>
                <td data-label="health" class="wide">
                  <ChannelState channel={channel} />
                </td>
                <td data-label="requests, 5 min" class="number">
                  {formatCount(channel.requests)}
                </td>
                <td data-label="errors" class="number">
                  {channel.requests === 0 ? <span class="muted">none</span> : formatShare(channel.failed / channel.requests)}
                </td>
                <td data-label="time p50/p95" class="number">
                  <span>
                    {channel.whole === undefined ? (
                      <span class="muted">none</span>
                    ) : (
                      <TimeSpread firstByte={channel.firstByte} whole={channel.whole} />
                    )}
                  </span>
                </td>
                <td data-label="running" class="number">
                  {channel.running === undefined ? (
                    <span class="muted" title="The channel has no limit of calls, so they are not counted.">
                      <span aria-hidden="true">–</span>
                      <span class="hidden">not counted</span>
                    </span>
                  ) : (
                    formatCount(channel.running)
                  )}
                </td>
                <td data-label="models, address, rules" class="wide">
                  <span>
                    <ShownText text={channel.models.join(', ')} most={80} />
                    <br />
                    <span class="muted">
                      <ShownText text={channel.origin} most={60} /> · priority {channel.priority} · losses:{' '}
                      <ShownText text={channel.strictness} most={20} />
                    </span>
                  </span>
                </td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={7} class="wide">
                    <ChannelPanel name={name} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
