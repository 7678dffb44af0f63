import type { Exchange } from '../exchange.ts'

/**
 * Something that an exchange waits for. Where its client leaves, it is called off; where it has come, nothing of it is held any more: what is to
 * be done then may hold the whole request.
 */
export interface Wait {
  callOff?: (() => void) | undefined
}

/** A wait of this exchange. Whoever has waited deletes `callOff`. */
export function waitForExchange(exchange: Exchange): Wait {
  const wait: Wait = {}
  ;(exchange.releases ??= []).push(() => wait.callOff?.())
  return wait
}
