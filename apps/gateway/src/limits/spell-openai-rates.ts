import type { KeyRates, RateState } from './key-rates.ts'

/** `x-ratelimit-…`, times as durations. https://platform.openai.com/docs/guides/rate-limits */
export function spellOpenaiRates({ requests, tokens }: KeyRates): Record<string, string> {
  const headers: Record<string, string> = {}
  if (requests) spell(headers, 'requests', requests)
  if (tokens) spell(headers, 'tokens', tokens)
  return headers
}

function spell(headers: Record<string, string>, what: string, { limit, remaining, resetMs }: RateState): void {
  headers[`x-ratelimit-limit-${what}`] = String(limit)
  headers[`x-ratelimit-remaining-${what}`] = String(remaining)
  headers[`x-ratelimit-reset-${what}`] = spellDuration(resetMs)
}

/** `120ms`, `7s`, `6m0s`. Rounded up: who waits that long has waited enough. */
function spellDuration(ms: number): string {
  if (ms > 0 && ms < 1000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
