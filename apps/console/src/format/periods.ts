const hour = 3_600_000
const day = 24 * hour

/** Times that sums are shown for, in the words of the page. Days and months are those of UTC, as in budgets. */
export const periodNames = { '24h': '24 hours', '7d': '7 days', month: 'this month', '30d': '30 days', '90d': '90 days' } as const

export type PeriodId = keyof typeof periodNames

export const isPeriod = (text: string | undefined): text is PeriodId => text !== undefined && Object.hasOwn(periodNames, text)

/** Stretch of time that sums are made over. Times are in milliseconds since the epoch. */
export interface Period {
  readonly from: number
  /** Length of one bar. */
  readonly step: 'hour' | 'day'
  /** Beginnings of the bars, as the API names its groups. */
  readonly bars: readonly string[]
  /** Time before it, of the same length, as far as the period has come. */
  readonly before: { readonly from: number; readonly to: number }
}

/** Period that ends now. */
export function periodOf(id: PeriodId, now: number): Period {
  const step = id === '24h' ? 'hour' : 'day'
  const length = step === 'hour' ? hour : day
  const from = beginning(id, now)
  const bars = Array.from({ length: Math.floor((now - from) / length) + 1 }, (_, index) => nameOf(from + index * length, step))
  const earlier = id === 'month' ? monthBefore(from) : from - lengths[id]
  return { from, step, bars, before: { from: earlier, to: Math.min(from, earlier + (now - from)) } }
}

const lengths = { '24h': day, '7d': 7 * day, '30d': 30 * day, '90d': 90 * day } as const

function beginning(id: PeriodId, now: number): number {
  const today = now - (now % day)
  if (id === '24h') return now - (now % hour) - 23 * hour
  if (id === 'month') return Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)
  return today - lengths[id] + day
}

function monthBefore(first: number): number {
  const date = new Date(first)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)
}

function nameOf(time: number, step: Period['step']): string {
  const text = new Date(time).toISOString()
  return step === 'day' ? text.slice(0, 10) : text
}

const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hourName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Formats the beginning of a bar: `23 Nov`, or `23 Nov, 14:00`. */
export function formatBar(name: string): string {
  return name.length === 10 ? dayName.format(Date.parse(name)) : hourName.format(Date.parse(name))
}
