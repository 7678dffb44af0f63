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

/** Windows end within a minute: all keys together have few seconds in which theirs do. */
const spelled = new Map<number, string>()
const mostSpelled = 120

function spellSecond(second: number): string {
  const known = spelled.get(second)
  if (known !== undefined) return known
  if (spelled.size >= mostSpelled) spelled.clear()
  const text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
  spelled.set(second, text)
  return text
}
