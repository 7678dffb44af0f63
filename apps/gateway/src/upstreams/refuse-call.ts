import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { failAttempt } from './fail-attempt.ts'
import { refusalOfCall } from './refusal-of-call.ts'

/** A call without an answer came to nothing: what may follow, follows. */
export function refuseCall(exchange: Exchange, target: Target, error: Error, sent: boolean): void {
  const { fault, decision, wait } = refusalOfCall(target, error, sent)
  failAttempt(exchange, fault, decision, wait)
}
