import type { ChannelOverview } from '@interlingua/console/api'
import { ChannelState } from '../../elements/channel-state.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatMillis, formatShare } from '../../format/numbers.ts'
import { requestsPath } from '../requests/listed-requests.ts'

/** Channels with their health, and what they did in the last 15 minutes. */
export function ChannelList({ channels }: { readonly channels: readonly ChannelOverview[] }) {
  return (
    <section aria-labelledby="channels">
      <h2 id="channels">Channels</h2>
      {channels.length === 0 ? (
        <p class="muted">There is no channel. Set a provider’s key, or write an interlingua.yaml.</p>
      ) : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">format</th>
              <th scope="col">health</th>
              <th scope="col" class="number">
                errors, 15 min
              </th>
              <th scope="col" class="number">
                first byte p50
              </th>
              <th scope="col" class="number">
                running
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <tr key={channel.name}>
                <th scope="row" data-label="name">
                  <a href={requestsPath({ channel: channel.name })} title="Requests at this channel">
                    <ShownText text={channel.name} most={60} />
                  </a>
                </th>
                <td data-label="format">
                  <ShownText text={channel.format} most={60} />
                </td>
                <td data-label="health">
                  <span>
                    <ChannelState channel={channel} /> {channel.lastFailure && <ShownText text={channel.lastFailure} most={120} />}
                  </span>
                </td>
                <td data-label="errors, 15 min" class="number">
                  {channel.requests === 0 ? <span class="muted">no requests</span> : formatShare(channel.failed / channel.requests)}
                </td>
                <td data-label="first byte p50" class="number">
                  {channel.p50 === undefined ? <span class="muted">not known</span> : formatMillis(channel.p50)}
                </td>
                <td data-label="running" class="number">
                  {formatCount(channel.running ?? 0)}
                  {channel.waiting ? `, ${formatCount(channel.waiting)} waiting` : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
