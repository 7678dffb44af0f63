import type { Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'

/** Milliseconds that an upstream asks for before the next request: in a header as a number or a date, or in its error. */
export function timeToWait(headers: IncomingHttpHeaders, { retryAfterMs }: Failure): number | undefined {
  const millis = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (millis >= 0) return millis
  const text = headers['retry-after']
  if (text === undefined) return retryAfterMs
  const seconds = Number(text)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? retryAfterMs : Math.max(0, date - Date.now())
}
