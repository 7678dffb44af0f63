import type { LossWay, NoticeReport } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatCounted, formatShare } from '../../format/numbers.ts'
import type { PeriodId } from '../../format/periods.ts'
import { isFilterValue } from '../requests/filter-words.ts'
import { requestsPath } from '../requests/listed-requests.ts'

/** Most rows and columns; the others have too few requests to be worth a look. */
const mostClients = 30
const mostChannels = 8

/** Shares from which a cell is marked. */
const much = 0.25
const mostly = 0.75

/** Matrix of clients and channels: the share of requests that lost something which is not harmless. */
export function WayTable({ report: { ways }, last }: { readonly report: NoticeReport; readonly last: PeriodId }) {
  const [clients, channels] = [namesOf(ways, 'client'), namesOf(ways, 'channel')]
  const [rows, columns] = [clients.slice(0, mostClients), channels.slice(0, mostChannels)]
  const byPlace = new Map(ways.map((way) => [JSON.stringify([way.client, way.channel]), way]))
  const left = clients.length - rows.length + channels.length - columns.length
  return (
    <>
      <table class="rows matrix">
        <caption class="muted">Share of requests with a loss that is not harmless, by client and channel</caption>
        <thead>
          <tr>
            <th scope="col">client</th>
            {columns.map((channel) => (
              <th key={channel} scope="col" class="number">
                <ShownText text={channel === '' ? 'no channel' : channel} most={24} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((client) => (
            <tr key={client}>
              <th scope="row" data-label="client">
                <ShownText text={client === '' ? 'not known' : client} most={40} />
              </th>
              {columns.map((channel) => (
                <Cell key={channel} way={byPlace.get(JSON.stringify([client, channel]))} channel={channel} last={last} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <p class="muted">{formatCounted(left, 'client or channel', 'clients and channels')} with fewer requests are left out.</p>
      )}
    </>
  )
}

function Cell({ way, channel, last }: { readonly way: LossWay | undefined; readonly channel: string; readonly last: PeriodId }) {
  const label = channel === '' ? 'no channel' : channel.slice(0, 24)
  if (way === undefined)
    return (
      <td data-label={label} class="number muted">
        <span aria-hidden="true">–</span>
        <span class="hidden">no requests</span>
      </td>
    )
  const { client, requests, lost } = way
  const share = lost / requests
  const text = lost === 0 ? 'nothing' : formatShare(share)
  const isLinked = isFilterValue(client) && isFilterValue(channel)
  return (
    <td
      data-label={label}
      class={`number${share >= mostly ? ' cell-bad' : share >= much ? ' cell-warn' : ''}`}
      title={`${formatCount(lost)} of ${formatCounted(requests, 'request')}`}
    >
      {isLinked ? (
        <a href={requestsPath({ client, channel }, last === '24h' || last === '7d' ? last : 'all')} data-row>
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  )
}

/** Names on the ways, those with the most requests first. */
function namesOf(ways: readonly LossWay[], side: 'client' | 'channel'): readonly string[] {
  const counts = new Map<string, number>()
  for (const way of ways) counts.set(way[side], (counts.get(way[side]) ?? 0) + way.requests)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}
