import type { ChannelReport } from '@interlingua/console/api'
import { useEffect } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { ChannelState } from '../../elements/channel-state.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatShare } from '../../format/numbers.ts'
import { overview } from '../../live/live.ts'
import { requestsPath } from '../requests/listed-requests.ts'

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
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">format</th>
          <th scope="col">health</th>
          <th scope="col" class="number">
            requests, 5 min
          </th>
          <th scope="col" class="number">
            errors
          </th>
          <th scope="col" class="number">
            running
          </th>
          <th scope="col">priority</th>
          <th scope="col">losses</th>
          <th scope="col">address</th>
          <th scope="col">models</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((channel) => (
          <tr key={channel.name}>
            <th scope="row" data-label="name">
              <a href={requestsPath({ channel: channel.name })} title="Requests at this channel">
                <ShownText text={channel.name} most={40} />
              </a>
            </th>
            <td data-label="format">
              <ShownText text={channel.format} most={40} />
            </td>
            <td data-label="health">
              <ChannelState channel={channel} />
            </td>
            <td data-label="requests, 5 min" class="number">
              {formatCount(channel.requests)}
            </td>
            <td data-label="errors" class="number">
              {channel.requests === 0 ? <span class="muted">none</span> : formatShare(channel.failed / channel.requests)}
            </td>
            <td data-label="running" class="number">
              {channel.running === undefined ? <span class="muted">not counted</span> : formatCount(channel.running)}
            </td>
            <td data-label="priority">{channel.priority}</td>
            <td data-label="losses">
              <ShownText text={channel.strictness} most={20} />
            </td>
            <td data-label="address">
              <ShownText text={channel.origin} most={60} />
            </td>
            <td data-label="models">
              <ShownText text={channel.models.join(', ')} most={80} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
