import type { Formats } from '../create-formats.ts'
import type { Endpoint } from '../endpoint.ts'
import { serveResult } from './serve-result.ts'

/** Addresses of results. Nobody needs a key: the signature is the permission. */
export function resultEndpoints(formats: Formats): readonly Endpoint[] {
  const edge = formats.ofVendor('openai')
  return [{ method: 'GET', path: '/v1/results/{name}', edge, access: 'open', operation: 'result', metered: false, serve: serveResult }]
}
