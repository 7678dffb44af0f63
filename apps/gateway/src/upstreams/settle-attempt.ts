import type { Exchange } from '../exchange.ts'

/** The answer begins: nothing is tried again, and what was kept for that, the body of the request above all, is let go of. */
export function settleAttempt(exchange: Exchange): void {
  exchange.failover = undefined
}
