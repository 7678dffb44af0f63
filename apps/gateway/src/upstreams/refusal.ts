import type { Fault } from '../faults/fault.ts'
import type { RetryDecision } from './retry-decision.ts'

/** Why a call came to nothing, as the client would be told, and what may follow. */
export interface Refusal {
  readonly fault: Fault
  readonly decision: RetryDecision
  /** Milliseconds that the upstream wants to be left alone. */
  readonly wait?: number | undefined
}
