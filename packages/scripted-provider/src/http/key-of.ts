import type { Exchange } from './exchange.ts'

/** The key of a request, wherever a vendor's client puts it. */
export function keyOf({ headers, query }: Pick<Exchange, 'headers' | 'query'>): string | undefined {
  return (
    headers['x-api-key'] ??
    headers['x-goog-api-key'] ??
    headers['api-key'] ??
    headers['authorization']?.replace(/^bearer\s*/i, '') ??
    query['key']
  )
}
