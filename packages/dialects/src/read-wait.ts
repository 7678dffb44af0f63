import type { Context } from '@interlingua/core'

/** Milliseconds: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date; a date that has passed is no wait. */
export function readWait(headers: Readonly<Record<string, string>>, context: Context): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN)
  if (exact >= 0 && Number.isFinite(exact)) return Math.ceil(exact)
  const spelled = headers['retry-after']
  if (spelled === undefined || spelled.trim() === '') return undefined
  const seconds = Number(spelled)
  if (!Number.isNaN(seconds)) return seconds >= 0 && Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : undefined
  const date = Date.parse(spelled)
  return Number.isNaN(date) ? undefined : Math.max(0, date - context.now())
}
