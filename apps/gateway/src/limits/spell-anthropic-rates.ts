import type { KeyRates, RateState } from './key-rates.ts'

/** `anthropic-ratelimit-…`, times as instants. https://docs.claude.com/en/api/rate-limits#response-headers */
export function spellAnthropicRates({ requests, tokens }: KeyRates, now: number): Record<string, string> {
  const headers: Record<string, string> = {}
  if (requests) spell(headers, 'requests', requests, now)
  if (tokens) spell(headers, 'tokens', tokens, now)
  return headers
}

function spell(headers: Record<string, string>, what: string, { limit, remaining, resetMs }: RateState, now: number): void {
  headers[`anthropic-ratelimit-${what}-limit`] = String(limit)
  headers[`anthropic-ratelimit-${what}-remaining`] = String(remaining)
  headers[`anthropic-ratelimit-${what}-reset`] = spellSecond(Math.ceil((now + resetMs) / 1000))
}

let lastSecond = 0
let lastSpelled = ''

/** Windows end in the same second for all requests within them: it is spelled once. */
function spellSecond(second: number): string {
  if (second !== lastSecond) {
    lastSecond = second
    lastSpelled = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
  }
  return lastSpelled
}
