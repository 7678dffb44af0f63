import type { KeyRates, RateState } from './key-rates.ts'

/** The names of the headers. */
export const anthropicRateHeaders = ['requests', 'tokens'].flatMap((kind) =>
  ['limit', 'remaining', 'reset'].map((fact) => `anthropic-ratelimit-${kind}-${fact}`),
)

/** `anthropic-ratelimit-…`, times as instants. https://docs.claude.com/en/api/rate-limits#response-headers */
export function spellAnthropicRates({ requests, tokens }: KeyRates, now: number): Record<string, string> {
  const headers: Record<string, string> = {}
  // Names as they are: spelled together they would have to be looked up each time.
  if (requests) {
    headers['anthropic-ratelimit-requests-limit'] = String(requests.limit)
    headers['anthropic-ratelimit-requests-remaining'] = String(requests.remaining)
    headers['anthropic-ratelimit-requests-reset'] = spellEnd(requests, now)
  }
  if (tokens) {
    headers['anthropic-ratelimit-tokens-limit'] = String(tokens.limit)
    headers['anthropic-ratelimit-tokens-remaining'] = String(tokens.remaining)
    headers['anthropic-ratelimit-tokens-reset'] = spellEnd(tokens, now)
  }
  return headers
}

function spellEnd({ resetMs }: RateState, now: number): string {
  return spellSecond(Math.ceil((now + resetMs) / 1000))
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
