import type { Exchange } from '../exchange.ts'

/** The exchange for a call that goes on when the client leaves: what it knows of the running call is its own, everything else is shared. */
export function detachedExchange(exchange: Exchange): Exchange {
  const shared = (name: 'attempts' | 'failover' | 'upstreamId' | 'releases' | 'over'): PropertyDescriptor => ({
    get: () => exchange[name],
    set: (value: never) => void Object.assign(exchange, { [name]: value }),
  })
  return Object.create(exchange, {
    call: { value: undefined, writable: true },
    attempts: shared('attempts'),
    failover: shared('failover'),
    upstreamId: shared('upstreamId'),
    releases: shared('releases'),
    over: shared('over'),
  }) as Exchange // with all that it has, by inheritance
}
