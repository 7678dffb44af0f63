import type { Target } from '../../channels/create-resolver.ts'
import type { Exchange } from '../../exchange.ts'

/** Spans and metrics of OpenTelemetry. Never content, never credentials. */
export interface Telemetry {
  /** A request came: the span of the server begins, under the caller's trace where it names one. */
  open(exchange: Exchange): void
  /** An upstream is called. */
  attempt(exchange: Exchange, target: Target): AttemptSpan
  /** An answer that began well came to nothing, and another upstream may be called. */
  giveUp(exchange: Exchange, failure: string): void
  /** The answer is through, or its client gone. */
  close(exchange: Exchange, outcome: string): void
  /** Sends what is not sent yet. Never rejects. */
  shutdown(): Promise<void>
}

export interface AttemptSpan {
  /** What tells the upstream of the trace, where the operator wants that. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** With the status of an answer, or with what went wrong instead. A good answer goes on until its exchange is closed. */
  end(result: number | string): void
}
