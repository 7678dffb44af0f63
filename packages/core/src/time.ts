const shape = /^((\d{4})-(\d\d)-(\d\d))T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/
/** Times that `formatTime` prints, if they are times at all. */
const printed = /^[^.]+(?:\.(?!000)\d{3})?Z$/

/** Earliest and latest time that RFC 3339 can write. */
const earliest = Date.parse('0000-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since the epoch of an RFC 3339 time; `undefined` if it is none, or names a day or hour that does not exist. */
export function parseTime(text: string): number | undefined {
  const found = shape.exec(text)
  if (found === null) return undefined
  const [, date = '', year, month, dayOfMonth, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = found
  const day = Date.parse(`${date}T00:00:00Z`)
  // Engines take the 31st of a shorter month for a day of the next one.
  if (Number.isNaN(day) || Number(dayOfMonth) > daysOf(Number(year), Number(month))) return undefined
  // A minute may have a leap second.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined
  const offset = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute))
  const seconds = Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second)
  return day + seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** True if `formatTime` prints the time of `text`, which `parseTime` has read, as `text`. */
export function isPrintedTime(text: string, milliseconds: number): boolean {
  return printed.test(text) && (text.slice(17, 19) !== '60' || formatTime(milliseconds) === text)
}

/**
 * Prints a time, in milliseconds since the epoch, as protobuf's JSON does, in UTC: `2026-05-19T14:59:42.780Z`. Servers also send numbers that
 * are no time: those beyond the years 0 to 9999 are printed as the first or last instant.
 */
export function formatTime(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, earliest), latest)).toISOString().replace('.000Z', 'Z')
}
