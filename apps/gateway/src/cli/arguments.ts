import type { Budget } from '@interlingua/store'
import { InvalidArgumentError, Option } from 'commander'
import { formatIdOf, formatIds, vendorFormats } from '../format-ids.ts'

const periods: readonly string[] = ['day', 'month', 'total'] satisfies readonly Budget['period'][]

/** Reads `10.00/month`: an amount in the price table's currency, and a calendar period of UTC. */
export function readBudget(text: string): Budget {
  const [, whole, fraction = '', period = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?\/(\w+)$/.exec(text) ?? []
  if (whole === undefined || !periods.includes(period))
    throw new InvalidArgumentError('It must be an amount with at most six decimals and a period: 10.00/day, 10.00/month or 10.00/total.')
  // Converted by digits, since a product of fractions would be rounded.
  return { micros: Number(whole + fraction.padEnd(6, '0')), period: period as Budget['period'] } // just checked
}

/** Reads a whole number from 1 on, as the argument of an option. */
export function readCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || !Number.isSafeInteger(count))
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return count
}

/** Reads a port, as the argument of an option. */
export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535; 0 lets the system choose.')
  return port
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Reads a span of time such as `12h`, `30d` or `4w`, in milliseconds; `undefined`: it is none. */
export function readSpan(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (units[unit] ?? Number.NaN)
}

/**
 * Reads `12h`, `30d`, `4w` from now on, or a date or time of ISO 8601 (in UTC without a zone). Returns milliseconds since the epoch, always after
 * `now`.
 */
export function readExpiry(text: string, now: number): number {
  const span = readSpan(text)
  const time = span === undefined ? readTime(text) : now + span
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
  // Node takes the 31st of February for a day in March, so the date is printed and compared.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== date) return Number.NaN
  return time === undefined ? start : Date.parse(`${date}${time}${zone ?? 'Z'}`)
}

/** Adds the old name of an option, hidden in the help, whose use is an error that tells the new name. */
export function renamedOption(flags: string, name: string): Option {
  return new Option(flags).hideHelp().argParser(() => {
    throw new InvalidArgumentError(`The option was renamed: use ${name}.`)
  })
}

/** Option that takes the id of a text format, or its vendor's name, and gives the id. */
export function formatOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => {
    const id = formatIdOf(text)
    if (formatIds.some((each) => each === id)) return id
    const names = Object.entries(vendorFormats).map(([name, short]) => `${name} (${short})`)
    throw new InvalidArgumentError(`Use ${names.join(', ')}`)
  })
}
