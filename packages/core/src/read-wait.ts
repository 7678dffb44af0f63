import type { Context } from './context.ts'

/** Dates of HTTP begin with a day of the week, those of JSON with a year: much else with a number in it would be taken for some date. */
const dated = /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|\d{4}-\d\d-)/

/**
 * How long the headers of a failure (names in lower case) ask to wait, in whole milliseconds, never less: `retry-after-ms`, else
 * `retry-after` in seconds or as an HTTP date by the context's clock. A date that has passed is a wait of 0; nonsense is none.
 */
export function readWait(headers: Readonly<Record<string, string>>, context: Context): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN)
  if (exact >= 0 && Number.isFinite(exact)) return Math.ceil(exact)
  const spelled = headers['retry-after']
  if (spelled === undefined || spelled.trim() === '') return undefined
  const wait = Number(spelled) * 1000
  if (!Number.isNaN(wait)) return wait >= 0 && Number.isFinite(wait) ? Math.ceil(wait) : undefined
  const date = dated.test(spelled) ? Date.parse(spelled) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.ceil(Math.max(0, date - context.now()))
}
