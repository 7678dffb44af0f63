import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Circuit } from '../upstreams/breaker.ts'
import type { Log } from './create-log.ts'

/** Circuits that are known not to be closed. A channel of a new configuration may have that of the old one. */
const troubled = new WeakMap<Circuit, string>()

/** Tells the log when a channel's circuit opens, is tried, and closes. To be called after each call of it. */
function noteCircuit(channel: Channel, log: Log): void {
  const { state, cause } = channel.circuit
  const known = troubled.get(channel.circuit) ?? 'closed'
  if (state === known) return
  if (state === 'closed') troubled.delete(channel.circuit)
  else troubled.set(channel.circuit, state)
  log.write(state === 'open' ? 'warn' : 'info', 'channel', { channel: channel.name, circuit: state, ...(state === 'open' && { cause }) })
}

/** One call of an upstream, as it is counted and traced. */
export interface Attempt {
  /** Headers to send along: the trace, where the operator wants upstreams to know it. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Once: with the status when the head of the answer is there, or with the code of what went wrong before. */
  end(result: number | string): void
}

/** To be called right before each call of an upstream, when `exchange.attempts` counts it already. */
export function beginAttempt(exchange: Exchange, target: Target): Attempt {
  const { metrics, telemetry, log } = exchange.gateway
  const retry = exchange.attempts > 1
  const span = telemetry?.attempt(exchange, target)
  return {
    headers: span?.headers,
    end(result) {
      metrics.attempt(target.channel, String(result), retry)
      span?.end(result)
      // A good answer changes nothing about a circuit that is closed.
      if (typeof result === 'number' && result < 400 && target.channel.circuit.state === 'closed') return
      // What this result does to the channel is decided by whoever is told of it next.
      queueMicrotask(() => noteCircuit(target.channel, log))
    },
  }
}
