import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange } from '../exchange.ts'
import { isSaneWait } from '../is-sane-wait.ts'

const ids: ReadonlySet<string> = new Set(['request-id', 'x-request-id'])
const names: ReadonlySet<string> = new Set([
  ...ids,
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-processing-ms',
  'openai-version',
])
const prefixes = ['anthropic-ratelimit-', 'x-ratelimit-'] as const

/**
 * What a client of the same format should see of an upstream's headers. Lengths and codings never: they are of another message. Nor the
 * upstream's rates where the key has its own, nor its name for a request that the client has named. Never what quotes the
 * channel's credentials.
 */
export function forwardedHeaders(exchange: Exchange, upstream: IncomingHttpHeaders): Record<string, string> {
  const { rated } = exchange
  const named = exchange.requestId !== exchange.id
  const secrets = exchange.target?.channel.secrets ?? []
  const headers: Record<string, string> = {}
  for (const name in upstream) {
    const value = upstream[name]
    if (
      typeof value === 'string' &&
      (names.has(name) || (rated !== true && prefixes.some((prefix) => name.startsWith(prefix)))) &&
      isLegal(value) &&
      isSaneWait(name, value) &&
      !secrets.some((secret) => value.includes(secret))
    ) {
      if (ids.has(name)) exchange.upstreamId = value
      if (!named || !ids.has(name)) headers[name] = value
    }
  }
  return headers
}

/** What may stand in a header that we write: an upstream's bytes may have been read as something that may not. */
function isLegal(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
