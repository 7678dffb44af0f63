import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { refuseError } from '../faults/refuse-error.ts'
import type { Expected } from '../limits/expected.ts'
import { whenReserved } from '../limits/reserve.ts'
import { applyChannelPolicy } from '../requests/apply-channel-policy.ts'
import { createTries } from '../upstreams/create-tries.ts'
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
  const tries = (exchange.tries = createTries(exchange, targets, false, (target) => {
    const refusal = applyChannelPolicy(exchange, target.channel)
    if (refusal) return failAttempt(exchange, refusal, 'elsewhere')
    void run(target)
  }))

  /** Never rejects. */
  async function run(target: Target): Promise<void> {
    try {
      await attempt(target)
    } catch (error) {
      if (exchange.over) return
      if (error instanceof AttemptFailed) {
        const { fault, verdict, wait } = error.refusal
        failAttempt(exchange, fault, verdict, wait)
      } else if (exchange.tries) exchange.tries.refuse(error)
      else refuseError(exchange, error)
    }
  }

  whenReserved(exchange, targets, expected, () => tries.start())
}
