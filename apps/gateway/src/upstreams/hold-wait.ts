import type { Exchange } from '../exchange.ts'
import type { Wait } from './wait.ts'

/** A client that leaves takes along what its exchange waits for. Nothing but the wait itself is held until then. */
export function holdWait(exchange: Exchange, wait: Wait): void {
  ;(exchange.releases ??= []).push(() => wait.callOff?.())
}
