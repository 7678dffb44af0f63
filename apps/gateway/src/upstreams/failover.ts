import type { Fault } from '../faults/fault.ts'
import type { RetryDecision } from './retry-decision.ts'

/** The places that a request may still go to, and what it takes to send it there. It is let go of once the answer begins. */
export interface Failover {
  /** Goes to the first place that may be asked. */
  start(): void
  /** The running attempt came to nothing that the client has seen: the next one, where there may be one, else the answer. */
  fail(fault: Fault, decision: RetryDecision, retryAfter: number | undefined): void
  /** Likewise, for what was thrown while the attempt was prepared and something was waited for. */
  refuse(error: unknown): void
}
