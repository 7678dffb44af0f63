import type { Context } from './context.ts'

/** HTTP dates begin with a day of the week, JSON dates with a year; other text with a number in it would pass for some date. */
const dated = /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|\d{4}-\d\d-)/

/**
 * Milliseconds to wait, rounded up, by the headers of a failure (names in lower case): `retry-after-ms`, else `retry-after` in seconds or
 * as an HTTP date by the context's clock. A past date is 0; `undefined` if there is no valid header.
 */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, context: Context): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN)
  if (exact >= 0 && Number.isFinite(exact)) return Math.ceil(exact)
  const spelled = headers['retry-after']
  if (spelled === undefined || spelled.trim() === '') return undefined
  const wait = Number(spelled) * 1000
  if (!Number.isNaN(wait)) return wait >= 0 && Number.isFinite(wait) ? Math.ceil(wait) : undefined
  const date = dated.test(spelled) ? Date.parse(spelled) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.ceil(Math.max(0, date - context.now()))
}
