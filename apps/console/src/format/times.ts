const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const minute = 60_000
const hour = 60 * minute
const oneDay = 24 * hour

/** Formats the time of day: `14:02:11`. */
export function formatClock(millis: number): string {
  return clock.format(millis)
}

/** Formats a moment so that it is clear today: `14:02:11`, or `23 Nov 14:02:11` for other days. */
export function formatMoment(millis: number, now: number): string {
  const isToday = day.format(millis) === day.format(now)
  return isToday ? clock.format(millis) : `${shortDay.format(millis)} ${clock.format(millis)}`
}

/** Formats a day and its time: `23 Nov 2026, 14:02:11`. */
export function formatDateTime(millis: number): string {
  return `${day.format(millis)}, ${clock.format(millis)}`
}

/** Formats a span with its two largest units: `3 d 4 h`, `12 min`. */
export function formatSpan(millis: number): string {
  const span = Math.max(0, millis)
  if (span < minute) return `${Math.floor(span / 1000)} s`
  if (span < hour) return `${Math.floor(span / minute)} min`
  if (span < oneDay) return `${Math.floor(span / hour)} h ${Math.floor((span % hour) / minute)} min`
  return `${Math.floor(span / oneDay)} d ${Math.floor((span % oneDay) / hour)} h`
}

/** Formats how long ago, or in how long, with one unit: `2 min ago`, `in 3 d`, `now`. */
export function formatDistance(millis: number, now: number): string {
  const distance = now - millis
  if (Math.abs(distance) < 5_000) return 'now'
  const span = formatSpan(Math.abs(distance)).split(' ').slice(0, 2).join('\u00A0')
  return distance > 0 ? `${span} ago` : `in ${span}`
}
