import type { Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'

/** Milliseconds that an upstream asks for before the next request: in a header as a number or a date, or in its error. */
export function timeToWait(headers: IncomingHttpHeaders, { retryAfterMs }: Failure): number | undefined {
  const { 'retry-after-ms': millis, 'retry-after': text } = headers
  if (typeof millis === 'string' && number.test(millis)) return within(Number(millis))
  if (text !== undefined && number.test(text)) return within(Number(text) * 1000)
  const date = text !== undefined && dated.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(date)) return within(date - Date.now())
  return retryAfterMs === undefined ? undefined : within(retryAfterMs)
}

/** All three forms of dates in HTTP begin with a day of the week; much else would be taken for some date. */
const dated = /^[A-Z][a-z]{2}/

const number = /^\d+(?:\.\d+)?$/
/** Nobody is left alone for longer than a day, whatever it says. */
const longest = 86_400_000

function within(millis: number): number {
  return Math.min(longest, Math.max(0, millis))
}
