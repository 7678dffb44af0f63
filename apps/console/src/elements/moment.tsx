import { formatDateTime, formatDistance, formatMoment } from '../format/times.ts'
import { now } from '../live/now.ts'

/** Shows a time of RFC 3339, with the day where it is another. `distance`: how long ago, in its place. */
export function Moment({ at, distance = false }: { readonly at: string; readonly distance?: boolean }) {
  const millis = Date.parse(at)
  if (Number.isNaN(millis)) return <span class="muted">not known</span>
  return (
    <time dateTime={at} title={formatDateTime(millis)}>
      {distance ? formatDistance(millis, now.value) : formatMoment(millis, now.value)}
    </time>
  )
}
