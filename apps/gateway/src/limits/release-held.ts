import type { Exchange } from '../exchange.ts'

/** Gives back what a request holds, once: at the end of its answer, or when its client is gone. */
export function releaseHeld(exchange: Exchange): void {
  const { releases } = exchange
  if (releases === undefined) return
  exchange.releases = undefined
  for (const release of releases) release()
}
