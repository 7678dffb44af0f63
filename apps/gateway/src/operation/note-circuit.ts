import type { Channel } from '../channel.ts'
import type { Log } from '../create-log.ts'

/** Channels whose circuit is known not to be closed. */
const troubled = new WeakMap<Channel, string>()

/** Tells the log when a channel's circuit opens, is tried, and closes. To be called after each call of it. */
export function noteCircuit(channel: Channel, log: Log): void {
  const { state, cause } = channel.circuit
  const known = troubled.get(channel) ?? 'closed'
  if (state === known) return
  if (state === 'closed') troubled.delete(channel)
  else troubled.set(channel, state)
  log.write(state === 'open' ? 'warn' : 'info', 'channel', { channel: channel.name, circuit: state, ...(state === 'open' && { cause }) })
}
