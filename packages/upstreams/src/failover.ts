import type { HeldTimer } from './call-upstream.ts'
import type { ChannelDefaults } from './channels/channel-options.ts'
import type { Target } from './channels/resolver.ts'
import type { RetryDecision } from './retry-decision.ts'
import { ChannelUnavailable, failureOfSocket } from './socket-failure.ts'
import { isInterlinguaError } from '@interlingua/core'
import { type FailureReply, failureOfError, isCredentialsRefused } from '@interlingua/gateway-kernel'

/** Repetition of requests at the same channel or the next one. Times in milliseconds. */
export interface RetryPolicy {
  readonly attempts: number
  readonly deadline: number
  readonly backoff: number
  readonly maxBackoff: number
  readonly maxRetryAfter: number
}

export function readRetryPolicy({ retry = {} }: ChannelDefaults): RetryPolicy {
  const { attempts = 3, deadline = 60, backoff = 0.2, maxBackoff = 2, maxRetryAfter = 1 } = retry
  return {
    attempts,
    deadline: deadline * 1000,
    backoff: backoff * 1000,
    maxBackoff: maxBackoff * 1000,
    maxRetryAfter: maxRetryAfter * 1000,
  }
}

/** Failover of a request, with the targets that it may still go to. Released once the answer begins. */
export interface Failover {
  /** Begins with the first target that may be called. */
  start(): void
  /** Fails the running attempt, of which the client has seen nothing: the next target is tried, or the failure is the answer. */
  fail(failureReply: FailureReply, decision: RetryDecision, retryAfter: number | undefined): void
  /** Fails the running attempt by an error that was thrown during its preparation, after a wait. */
  refuse(error: unknown): void
}

/** Attempt, with the fields that failover needs. */
export interface FailoverAttempt {
  readonly target: Target
  /** Failover of the attempt; absent once the attempt is the last one. */
  failover?: Failover | undefined
}

/** Request that goes from target to target until one answers. */
export interface FailoverHost<Attempt extends FailoverAttempt> {
  readonly retry: RetryPolicy
  /** Random numbers from 0 to 1, for the spread of waits. */
  readonly random: () => number
  /** Arrival of the request, by the clock of `performance.now()`. */
  readonly startedAt: number
  /** Number of calls so far. */
  attempts(): number
  /** True if the answer is not wanted any more. */
  isGone(): boolean
  /** Opens the next attempt, which replaces the last one. */
  open(target: Target, failover: Failover): Attempt
  /** Makes the call of an attempt. Errors go to the next target if that may do what this one cannot. */
  call(attempt: Attempt): void
  /** Answers with a failure, since no attempt is left. */
  answer(failureReply: FailureReply): void
  /** Answers with an error that no other target would avoid. */
  refuse(error: unknown): void
  /** Failure for a request without targets. */
  unknownModel(): FailureReply
  /** Cancels `timer` when the client leaves. */
  hold(timer: HeldTimer): void
}

/**
 * Creates the failover of a request: tries its targets in order until one answers, then in further rounds, after a wait, those that may be called
 * again. With `once`, each target is called at most once, and no call waits.
 */
export function createFailover<Attempt extends FailoverAttempt>(
  host: FailoverHost<Attempt>,
  targets: readonly Target[],
  once: boolean,
): Failover {
  let running: Attempt | undefined
  let first = true
  let round = 0
  /** Targets of this round that were called or could not be; and targets that would fail the same way again. */
  const asked: Target[] = []
  const excluded: Target[] = []
  /** Failure that tells the client most, of all so far. */
  let best: FailureReply | undefined
  let failures = 0
  /** Shortest time in milliseconds after which a target may be called again. */
  let soonest: number | undefined
  /**
   * Time at which each of `targets` may be called again, by the clock of `performance.now()`, as it told this request. Waits told to other requests
   * do not count, else a refused request would wait as long as any other is refused.
   */
  let due: number[] | undefined

  /** Milliseconds for which this request may not call the target again. */
  function restOf(target: Target): number {
    return due === undefined ? 0 : Math.max(0, (due[targets.indexOf(target)] ?? 0) - performance.now())
  }

  /**
   * Calls the first target that may be called now. The first round also calls channels in cool-down, last of all; later rounds wait until the
   * request's own wait ends. Without such a target the round is over.
   */
  function next(): void {
    let resting: Target | undefined
    for (const target of targets) {
      if (asked.includes(target) || excluded.includes(target)) continue
      const { circuit } = target.channel
      const wait = circuit.openForMs()
      if (wait > 0) {
        asked.push(target)
        const error = new ChannelUnavailable(circuit.cause === 'credentials' ? 'refused' : 'paused')
        note({ failure: failureOfSocket(error) }, wait)
      } else if (round > 0 ? restOf(target) === 0 : circuit.coolDownMs === 0) return begin(target)
      else if (round === 0 && (resting === undefined || circuit.coolDownMs < resting.channel.circuit.coolDownMs)) resting = target
    }
    if (resting) begin(resting)
    else repeat()
  }

  function begin(target: Target): void {
    first = running === undefined
    asked.push(target)
    running = host.open(target, failover)
    try {
      host.call(running)
    } catch (error) {
      refuse(error)
    }
  }

  /**
   * Handles an error of an attempt: another target may take what this one cannot. An error of the request itself is told only if no other failure
   * came first.
   */
  function refuse(error: unknown): void {
    if (isInterlinguaError(error) && (!first || error.code === 'unsupported')) fail(failureOfError(error), 'next-channel', undefined)
    else host.refuse(error)
  }

  /**
   * Begins another round after a wait, with the targets that may be called again, unless that would take too long or too many attempts. A wait counts
   * as an attempt.
   */
  function repeat(): void {
    const { retry, random } = host
    const again = targets.filter((target) => !excluded.includes(target) && target.channel.circuit.openForMs() === 0)
    if (once || again.length === 0 || Math.max(host.attempts(), round + 1) >= retry.attempts) return answer(bestOf())
    const rest = Math.min(...again.map(restOf))
    const wait = rest + random() * Math.min(retry.maxBackoff, retry.backoff * 2 ** round)
    if (rest > retry.maxRetryAfter || performance.now() - host.startedAt + wait > retry.deadline) return answer(bestOf())
    round++
    asked.length = 0
    const waiting: HeldTimer = {}
    const timer = setTimeout(() => {
      waiting.cancel = undefined
      if (!host.isGone()) next()
    }, wait)
    waiting.cancel = () => clearTimeout(timer)
    host.hold(waiting)
  }

  function fail(failureReply: FailureReply, decision: RetryDecision, retryAfter: number | undefined): void {
    if (decision === 'final') {
      // A final failure is the answer, whatever failed elsewhere.
      return answer(failureReply)
    }
    note(failureReply, retryAfter)
    if (decision === 'next-channel' && running) excluded.push(running.target)
    else if (retryAfter !== undefined && running) (due ??= [])[targets.indexOf(running.target)] = performance.now() + retryAfter
    const { attempts, deadline } = host.retry
    const spent = host.attempts() >= attempts || performance.now() - host.startedAt > deadline
    if (spent) answer(bestOf())
    else next()
  }

  function note(failureReply: FailureReply, retryAfter: number | undefined): void {
    failures++
    if (best === undefined || rankOf(failureReply) > rankOf(best)) best = failureReply
    if (retryAfter !== undefined && (soonest === undefined || retryAfter < soonest)) soonest = retryAfter
  }

  /** Failure for the answer when no attempt is left. The error of a single upstream is told unchanged. */
  function bestOf(): FailureReply {
    if (best === undefined) return host.unknownModel()
    return soonest === undefined || (failures === 1 && best.headers) ? best : withTime(best, soonest)
  }

  function answer(failureReply: FailureReply): void {
    if (running) running.failover = undefined
    host.answer(failureReply)
  }

  const failover: Failover = { start: next, fail, refuse }
  return failover
}

/** Rank of a failure by what it tells the client: most if a retry helps, least if the gateway's own credentials are refused. */
function rankOf({ failure }: FailureReply): number {
  if (failure.code === 'rate-limit' || failure.code === 'overloaded') return 2
  return isCredentialsRefused(failure) ? 0 : 1
}

/** Replaces the retry time of a rate limit or an overload; other failures stay unchanged. */
function withTime(failureReply: FailureReply, millis: number): FailureReply {
  const { code } = failureReply.failure
  if (code !== 'rate-limit' && code !== 'overloaded') return failureReply
  const { 'retry-after-ms': _millis, ...headers } = failureReply.headers ?? {}
  const seconds = Math.max(1, Math.ceil(millis / 1000))
  return {
    ...failureReply,
    failure: { ...failureReply.failure, retryAfterMs: seconds * 1000 },
    headers: { ...headers, 'retry-after': String(seconds) },
  }
}
