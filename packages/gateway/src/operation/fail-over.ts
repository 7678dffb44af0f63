import { answerFailure } from '../reply/answer-failure.ts'
import { createFailover, type Failover, type FailoverHost, type HeldTimer, type RetryPolicy, type Target } from '@interlingua/upstreams'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { refuseError } from '../reply/guard.ts'
import { openAttempt, type Attempt, type Reply } from '../server/reply.ts'
import { unknownModel } from './admit-request.ts'
import { holdTimer } from '../calls/attempt.ts'

/**
 * Creates the failover of a client's request; `call` makes the call of an attempt. With `once`, each target is called at most once, and no call
 * waits.
 */
export function failOver(
  admitted: AdmittedRequest,
  reply: Reply,
  targets: readonly Target[],
  once: boolean,
  call: (attempt: Attempt) => void,
): Failover {
  return createFailover(new RequestHost(admitted, reply, call), targets, once)
}

/** Host of a client's request; a class, so that its methods are made once, not for each request. */
class RequestHost implements FailoverHost<Attempt> {
  readonly #admitted: AdmittedRequest
  readonly #reply: Reply
  /** Number of notices of the client's side, which stay; those of an attempt are dropped with it. */
  readonly #sentNotices: number
  readonly #call: (attempt: Attempt) => void
  readonly retry: RetryPolicy
  readonly random: () => number
  readonly startedAt: number

  constructor(admitted: AdmittedRequest, reply: Reply, call: (attempt: Attempt) => void) {
    const { gateway, startedAt } = admitted.client
    this.#admitted = admitted
    this.#reply = reply
    this.#sentNotices = admitted.notices.length
    this.#call = call
    this.retry = gateway.retry
    this.random = gateway.random
    this.startedAt = startedAt
  }

  attempts(): number {
    return this.#admitted.attempts
  }

  isGone(): boolean {
    return this.#reply.ended
  }

  open(target: Target, failover: Failover): Attempt {
    this.#admitted.notices.length = this.#sentNotices
    if (this.#reply.upstreamId !== undefined) delete this.#reply.upstreamId
    return openAttempt(this.#admitted, this.#reply, target, failover)
  }

  call(attempt: Attempt): void {
    this.#call(attempt)
  }

  answer(failureReply: FailureReply): void {
    answerFailure(this.#reply, failureReply)
  }

  refuse(error: unknown): void {
    refuseError(this.#reply, error)
  }

  unknownModel(): FailureReply {
    return unknownModel(this.#admitted.model ?? '')
  }

  hold(timer: HeldTimer): void {
    holdTimer(this.#reply, timer)
  }
}
