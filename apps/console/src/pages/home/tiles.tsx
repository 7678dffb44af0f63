import type { Overview } from '@interlingua/console/api'
import type { ComponentChildren } from 'preact'
import { Sparkline } from '../../elements/sparkline.tsx'
import { requestsPath } from '../requests/listed-requests.ts'
import { formatCount, formatCounted, formatMillis, formatMoney, formatShare, unknown } from '../../format/numbers.ts'

/** Five sums of the last 15 minutes, and of today. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const { last15, currency, costTodayMicros, unpricedToday } = overview
  const { requests, errors, firstByte, cacheShare, series } = last15
  const costs = series.map(({ costMicros }) => costMicros)
  return (
    <ul class="tiles" aria-label="Sums">
      <Tile name="requests" range="15 min" value={formatCount(requests)}>
        <Sparkline values={series.map((one) => one.requests)} label="Requests in each of the last 15 minutes" />
      </Tile>
      <Tile name="errors" range="15 min" value={requests === 0 ? 'none' : formatShare(errors / requests)}>
        <Sparkline values={series.map((one) => one.errors)} label="Failed requests in each of the last 15 minutes" />
        {errors > 0 && <a href={requestsPath({ status: 'error' }, '15min')}>Show them</a>}
      </Tile>
      <Tile name="first byte" range="15 min" value={firstByte.p50 === undefined ? unknown : `${formatMillis(firstByte.p50)} p50`}>
        <span class="muted">{firstByte.p95 === undefined ? 'no answers yet' : `${formatMillis(firstByte.p95)} p95`}</span>
      </Tile>
      <Tile
        name="cost"
        range="today, UTC"
        value={costTodayMicros === 0 && unpricedToday > 0 ? unknown : formatMoney(costTodayMicros, currency)}
      >
        <Sparkline values={costs} label="Cost in each of the last 15 minutes" />
        {unpricedToday > 0 && <span class="muted">{formatCounted(unpricedToday, 'request')} not priced</span>}
      </Tile>
      <Tile name="cache hits" range="15 min" value={cacheShare === undefined ? unknown : formatShare(cacheShare)}>
        {cacheShare === undefined ? (
          <span class="muted">no input yet</span>
        ) : (
          <meter min={0} max={1} value={cacheShare} aria-label="Share of the input that came from caches" />
        )}
      </Tile>
    </ul>
  )
}

interface TileProps {
  readonly name: string
  readonly range: string
  readonly value: string
  readonly children: ComponentChildren
}

function Tile({ name, range, value, children }: TileProps) {
  return (
    <li class="tile">
      <span class="tile-name">
        {name} <span class="muted">{range}</span>
      </span>
      <span class={value === unknown ? 'tile-value muted' : 'tile-value'}>{value}</span>
      {children}
    </li>
  )
}
