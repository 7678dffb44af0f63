import type { Channel } from '../channels/channel.ts'

/** Whether a channel may be called now: not while its circuit is open. */
export function isUsable({ circuit }: Channel): boolean {
  return circuit.state !== 'open' || circuit.openForMs() === 0
}
