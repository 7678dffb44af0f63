import { formatTime } from '@interlingua/core/adapter'
import type { KeyRates, RateState } from '@interlingua/core/edge'

/** Names of the headers that `encodeRates` writes. */
export const rateHeaders = ['requests', 'tokens'].flatMap((kind) =>
  ['limit', 'remaining', 'reset'].map((fact) => `anthropic-ratelimit-${kind}-${fact}`),
)

/** Headers `anthropic-ratelimit-…`, with times as instants. https://docs.claude.com/en/api/rate-limits#response-headers */
export function encodeRates({ requests, tokens }: KeyRates, now: number): Record<string, string> {
  const headers: Record<string, string> = {}
  // Whole names: names that are put together each time would have to be looked up.
  if (requests) {
    headers['anthropic-ratelimit-requests-limit'] = String(requests.limit)
    headers['anthropic-ratelimit-requests-remaining'] = String(requests.remaining)
    headers['anthropic-ratelimit-requests-reset'] = formatEnd(requests, now)
  }
  if (tokens) {
    headers['anthropic-ratelimit-tokens-limit'] = String(tokens.limit)
    headers['anthropic-ratelimit-tokens-remaining'] = String(tokens.remaining)
    headers['anthropic-ratelimit-tokens-reset'] = formatEnd(tokens, now)
  }
  return headers
}

function formatEnd({ resetMs }: RateState, now: number): string {
  return formatSecond(Math.ceil((now + resetMs) / 1000))
}

/** Cache of formatted reset times by second: windows end within a minute, so at most some 60 distinct values exist, and none returns. */
const formatted = new Map<number, string>()
const mostFormatted = 120

function formatSecond(second: number): string {
  const known = formatted.get(second)
  if (known !== undefined) return known
  if (formatted.size >= mostFormatted) formatted.clear()
  const text = formatTime(second * 1000)
  formatted.set(second, text)
  return text
}
