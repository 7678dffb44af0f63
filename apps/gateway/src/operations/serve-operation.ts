import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { refuseError } from '../faults/refuse-error.ts'
import type { Expected } from '../limits/expected.ts'
import { whenReserved } from '../limits/reserve.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { createFailover } from '../upstreams/create-failover.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'

/**
 * Gives a request to its targets, one after the other where one fails before anything was paid for. `attempt` does all of it at one target,
 * and answers the client; what it throws (`AttemptFailed`, and what adapters throw) decides what follows.
 */
export function serveOperation(
  exchange: Exchange,
  targets: readonly Target[],
  expected: () => Expected,
  attempt: (target: Target) => Promise<void>,
): void {
  const failover = (exchange.failover = createFailover(exchange, targets, false, (target) => {
    const refusal = applyChannelPolicy(exchange, target.channel)
    if (refusal) return failAttempt(exchange, refusal, 'next-channel')
    void run(target)
  }))

  /** Never rejects. */
  async function run(target: Target): Promise<void> {
    try {
      await attempt(target)
    } catch (error) {
      if (exchange.over) return
      if (error instanceof AttemptFailed) {
        const { fault, decision, wait } = error.refusal
        failAttempt(exchange, fault, decision, wait)
      } else if (exchange.failover) exchange.failover.refuse(error)
      else refuseError(exchange, error)
    }
  }

  whenReserved(exchange, targets, expected, () => failover.start())
}
