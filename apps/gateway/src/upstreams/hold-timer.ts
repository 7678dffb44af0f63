import type { Exchange } from '../exchange.ts'
import type { HeldTimer } from './held-timer.ts'

/** A client that leaves takes along what its exchange waits for. Nothing but the timer itself is held until then. */
export function holdTimer(exchange: Exchange, timer: HeldTimer): void {
  ;(exchange.releases ??= []).push(() => timer.cancel?.())
}
