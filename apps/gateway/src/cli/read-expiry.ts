import { InvalidArgumentError } from 'commander'

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `12h`, `30d`, `4w` from now on, or a date or time of ISO 8601 (UTC where it does not say): milliseconds since the epoch, always after `now`. */
export function readExpiry(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const time = count === undefined ? readTime(text) : now + Number(count) * (units[unit] ?? Number.NaN)
  if (Number.isNaN(time))
    throw new InvalidArgumentError(
      'It must be a time from now in hours, days or weeks, such as 12h, 30d or 4w, or a date such as 2027-01-31.',
    )
  if (time <= now) throw new InvalidArgumentError('It must be in the future.')
  return time
}

function readTime(text: string): number {
  const [, date, time, zone] = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? []
  if (date === undefined) return Number.NaN
  const start = Date.parse(date)
  // Node takes the 31st of February for a day in March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== date) return Number.NaN
  return time === undefined ? start : Date.parse(`${date}${time}${zone ?? 'Z'}`)
}
