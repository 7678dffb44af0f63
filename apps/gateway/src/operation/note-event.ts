import type { StreamEvent } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'

/** The same of an upstream's stream that is read: which model answers, and why it stopped. For traces alone. */
export function noteEvent(exchange: Exchange, event: StreamEvent): void {
  if (exchange.gateway.telemetry === undefined) return
  if (event.type === 'response-start') exchange.answered = { ...(event.model !== '' && { model: event.model }), finishes: [] }
  else if (event.type === 'candidate-end') exchange.answered?.finishes.push(event.finish.raw?.value ?? event.finish.unified)
}
