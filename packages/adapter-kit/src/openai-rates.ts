import type { KeyRates } from '@interlingua/core/edge'

/** The names of the headers that `encodeOpenaiRates` writes. */
export const openaiRateHeaders = ['requests', 'tokens'].flatMap((kind) =>
  ['limit', 'remaining', 'reset'].map((fact) => `x-ratelimit-${fact}-${kind}`),
)

/** `x-ratelimit-…`, times as durations. https://platform.openai.com/docs/guides/rate-limits */
export function encodeOpenaiRates({ requests, tokens }: KeyRates): Record<string, string> {
  const headers: Record<string, string> = {}
  // Whole names: names that are put together each time would have to be looked up.
  if (requests) {
    headers['x-ratelimit-limit-requests'] = String(requests.limit)
    headers['x-ratelimit-remaining-requests'] = String(requests.remaining)
    headers['x-ratelimit-reset-requests'] = formatDuration(requests.resetMs)
  }
  if (tokens) {
    headers['x-ratelimit-limit-tokens'] = String(tokens.limit)
    headers['x-ratelimit-remaining-tokens'] = String(tokens.remaining)
    headers['x-ratelimit-reset-tokens'] = formatDuration(tokens.resetMs)
  }
  return headers
}

/** `120ms`, `7s`, `6m0s`. Rounded up, so that waiting that long is enough. */
function formatDuration(ms: number): string {
  if (ms > 0 && ms < 1000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
