import type { Channel } from '../channels/channel.ts'
import type { Log } from './create-log.ts'
import type { Circuit } from '../upstreams/breaker.ts'

/** Circuits that are known not to be closed. A channel of a new configuration may have that of the old one. */
const troubled = new WeakMap<Circuit, string>()

/** Tells the log when a channel's circuit opens, is tried, and closes. To be called after each call of it. */
export function noteCircuit(channel: Channel, log: Log): void {
  const { state, cause } = channel.circuit
  const known = troubled.get(channel.circuit) ?? 'closed'
  if (state === known) return
  if (state === 'closed') troubled.delete(channel.circuit)
  else troubled.set(channel.circuit, state)
  log.write(state === 'open' ? 'warn' : 'info', 'channel', { channel: channel.name, circuit: state, ...(state === 'open' && { cause }) })
}
