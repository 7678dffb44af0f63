import { answerFailure } from '../reply/answer-failure.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import { refuseError } from '../reply/guard.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import { noSuchModel } from './admit-request.ts'
import { applyChannelPolicy } from '../translation/policy.ts'
import { failOver } from './fail-over.ts'
import { failAttempt } from '../calls/attempt.ts'
import { AttemptFailed } from './request-upstream.ts'
import { type Expected, permitsModel, refuseModel, reserve } from '@interlingua/access'
import type { Format } from '@interlingua/core'
import { type FailureReply, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import { type Capability, sessionOf, type Target, weighTargets } from '@interlingua/upstreams'

/** Head of a request for an operation beside text. */
interface Wanted {
  /** Model as the client named it. */
  readonly model: string
  readonly capability: Capability
  /** Dialect of the client: upstreams that speak it come first. */
  readonly format: Format
}

/** Targets for the request, the best first; else the failure that answers it. */
export function admitOperation(admitted: AdmittedRequest, { model, capability, format }: Wanted): readonly Target[] | FailureReply {
  const { gateway, incoming: request } = admitted.client
  admitted.model = model
  admitted.capability = capability
  if (!permitsModel(admitted.grant.key, model)) return refuseModel(model)
  const { targets, weighed } = gateway.candidates(model, format, capability)
  if (targets.length === 0) return noSuchModel(admitted, model, capability)
  return weighed ? weighTargets(targets, sessionOf(request.headers, {}), gateway.random) : targets
}

/**
 * Serves a request at its targets, one after the other while none was paid for. `work` serves it at one target and answers the client; a failure that
 * `work` returns is the answer, an error that it throws decides what follows.
 */
export function serveOperation(
  admitted: AdmittedRequest,
  reply: Reply,
  targets: readonly Target[],
  expected: () => Expected,
  work: (attempt: Attempt) => Promise<FailureReply | void>,
): ServeResult {
  const failover = failOver(admitted, reply, targets, false, (attempt) => {
    const refusal = applyChannelPolicy(attempt.admitted, attempt.target.channel)
    if (refusal) return failAttempt(attempt, refusal, 'next-channel')
    void run(attempt)
  })

  /** Runs one attempt. Never rejects. */
  async function run(attempt: Attempt): Promise<void> {
    try {
      const failureReply = await work(attempt)
      if (failureReply) answerFailure(attempt.reply, failureReply)
    } catch (error) {
      if (attempt.reply.ended) return
      if (error instanceof AttemptFailed) {
        const { failureReply, decision, wait } = error.refusal
        failAttempt(attempt, failureReply, decision, wait)
      } else if (attempt.failover) attempt.failover.refuse(error)
      else refuseError(attempt.reply, error)
    }
  }

  return proceed(reply, reserve(admitted, reply, targets, expected), () => failover.start())
}
