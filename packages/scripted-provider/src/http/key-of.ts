import type { DemoRequest } from './demo-request.ts'

/** The key of a request, in whichever header or parameter a vendor's client sends it. */
export function keyOf({ headers, query }: Pick<DemoRequest, 'headers' | 'query'>): string | undefined {
  return (
    headers['x-api-key'] ??
    headers['x-goog-api-key'] ??
    headers['api-key'] ??
    headers['authorization']?.replace(/^bearer\s*/i, '') ??
    query['key']
  )
}
