import type { ServerResponse } from 'node:http'
import type { Mutant, Way } from '../mutants/mutant.ts'

/** Sends a comment into a stream that is silent; gives back how to end that. */
export function keepAlive(response: ServerResponse, { from }: Way, { pings }: Mutant): () => void {
  // Amazon's event streams have no sign of life.
  if (pings === false || from === 'B') return () => undefined
  const timer = setInterval(() => void response.write(from === 'M' ? 'event: ping\ndata: {"type":"ping"}\n\n' : ': still here\n\n'), 8_000)
  return () => clearInterval(timer)
}
