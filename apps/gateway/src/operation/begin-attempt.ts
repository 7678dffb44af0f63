import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { noteCircuit } from './note-circuit.ts'

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
