import type { Target } from '../../channels/create-resolver.ts'
import type { Outcome } from '../../outcome.ts'

/** Spans and metrics of OpenTelemetry. Never content, never credentials. */
export interface Telemetry {
  /** A request came: the span of the server begins, under the caller's trace where it names one. */
  open(outcome: Outcome): void
  /** An upstream is called. */
  attempt(outcome: Outcome, target: Target): AttemptSpan
  /** An answer that began well came to nothing, and another upstream may be called. */
  giveUp(outcome: Outcome, failure: string): void
  /** The answer is through, or its client gone. */
  close(outcome: Outcome, result: string): void
  /** Sends what is not sent yet. Never rejects. */
  shutdown(): Promise<void>
}

export interface AttemptSpan {
  /** What tells the upstream of the trace, where the operator wants that. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** With the status of an answer, or with what went wrong instead. A good answer goes on until its request is closed. */
  end(result: number | string): void
}
