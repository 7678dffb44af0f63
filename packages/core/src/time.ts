const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/

/** Milliseconds since the epoch of an RFC 3339 time, or `undefined` where it is none: also for a day or an hour that there is not. Without a platform there is no `Date`. */
export function readTime(text: string): number | undefined {
  const found = shape.exec(text)
  if (found === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = found
  const days = daysFromCivil(Number(year), Number(month), Number(day))
  const civil = civilFromDays(days)
  // What is no day of its month comes back as another. A minute may have a leap second.
  if (civil.month !== Number(month) || civil.day !== Number(day)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined
  const offset = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute))
  const seconds = days * 86_400 + Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second)
  return seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** A time as protobuf's JSON prints it, in UTC: `2026-05-19T14:59:42.780Z`. */
export function printTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  const days = Math.floor(whole / 86_400_000)
  const rest = whole - days * 86_400_000
  const { year, month, day } = civilFromDays(days)
  const hour = Math.floor(rest / 3_600_000)
  const minute = Math.floor(rest / 60_000) % 60
  const second = Math.floor(rest / 1000) % 60
  const fraction = rest % 1000
  const clock = `${two(hour)}:${two(minute)}:${two(second)}${fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`}`
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}Z`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; years begin in March, so that leap days come last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}
