import type { Exchange } from '../exchange.ts'
import { detachedExchange } from '../images/detached-exchange.ts'

/** The exchange for calls that begin and go on whether the client waits or not. */
export function detachedVideo(exchange: Exchange): Exchange {
  const response = Object.create(exchange.response, { destroyed: { value: false } }) as Exchange['response'] // with all that it has, by inheritance
  return Object.create(detachedExchange(exchange), {
    call: { value: undefined, writable: true },
    over: { value: false, writable: true },
    response: { value: response },
    releases: { value: [], writable: true },
  }) as Exchange // likewise
}
