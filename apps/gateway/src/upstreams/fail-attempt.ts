import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { RetryDecision } from './retry-decision.ts'

/** A call came to nothing that the client has seen: it goes to the next place, where there may be one; else `fault` is the answer. */
export function failAttempt(exchange: Exchange, fault: Fault, decision: RetryDecision, retryAfter?: number): void {
  if (exchange.over) return
  exchange.gateway.telemetry?.giveUp(exchange, fault.failure.code)
  // What the attempt left behind is not of the next one, nor of the answer.
  delete exchange.usage
  delete exchange.evidence
  delete exchange.answered
  delete exchange.interrupt
  if (exchange.failover) exchange.failover.fail(fault, decision, retryAfter)
  else answerFailure(exchange, fault)
}
