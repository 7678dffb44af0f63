import { isInterlinguaError } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import { faultOfError } from '../faults/fault-of-error.ts'
import type { Fault } from '../faults/fault.ts'
import { refuseError } from '../faults/refuse-error.ts'
import { unknownModel } from '../requests/unknown-model.ts'
import { ChannelUnavailable } from './channel-unavailable.ts'
import type { Failover } from './failover.ts'
import type { HeldTimer } from './held-timer.ts'
import { holdTimer } from './hold-timer.ts'
import type { RetryDecision } from './retry-decision.ts'

/**
 * Gives a request to its targets in their order, each for the next where one fails, until one answers; then in further rounds, after a wait,
 * to those that may be asked again. `attempt` makes a call. With `once` each is asked at most once, and nobody waits.
 */
export function createFailover(exchange: Exchange, targets: readonly Target[], once: boolean, attempt: (target: Target) => void): Failover {
  const told = exchange.notices.length
  let current: Target | undefined
  let first = true
  let round = 0
  /** Those of this round that were asked, or could not be; and those that would say the same again. */
  const asked: Target[] = []
  const excluded: Target[] = []
  /** Of all faults the one that tells the client most. */
  let best: Fault | undefined
  let faults = 0
  /** Shortest time in milliseconds after which some place may be asked again. */
  let soonest: number | undefined
  /**
   * When each of `targets` may be asked again, by the clock of `performance.now()`: what it told this request. What it tells others
   * meanwhile does not count, or a request that was refused once would wait for as long as any other is refused.
   */
  let due: number[] | undefined

  /** Milliseconds for which this request, once refused there, must not ask the target. */
  function restOf(target: Target): number {
    return due === undefined ? 0 : Math.max(0, (due[targets.indexOf(target)] ?? 0) - performance.now())
  }

  /**
   * The first target that may be asked now. In the first round one that wants to be left alone comes last: each is asked once all the same,
   * that it wants patience is its own to say. Later the request's own time decides. Without any the round is over.
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
    first = current === undefined
    current = target
    asked.push(target)
    exchange.target = target
    exchange.notices.length = told
    if (exchange.upstreamId !== undefined) delete exchange.upstreamId
    try {
      attempt(target)
    } catch (error) {
      refuse(error)
    }
  }

  /** What this target cannot be told another may. What is wrong in itself need not be told where something else went wrong first. */
  function refuse(error: unknown): void {
    if (isInterlinguaError(error) && (!first || error.code === 'unsupported')) fail(faultOfError(error), 'next-channel', undefined)
    else refuseError(exchange, error)
  }

  /** All were asked: those that may be asked again are, after a while, unless that would take too long or too often. A wait counts as an attempt. */
  function repeat(): void {
    const { retry, random } = exchange.gateway
    const again = targets.filter((target) => !excluded.includes(target) && target.channel.circuit.openForMs() === 0)
    if (once || again.length === 0 || Math.max(exchange.attempts, round + 1) >= retry.attempts) return answer()
    const rest = Math.min(...again.map(restOf))
    const wait = rest + random() * Math.min(retry.maxBackoff, retry.backoff * 2 ** round)
    if (rest > retry.retryAfter || performance.now() - exchange.startedAt + wait > retry.deadline) return answer()
    round++
    asked.length = 0
    const waiting: HeldTimer = {}
    const timer = setTimeout(() => {
      waiting.cancel = undefined
      if (!exchange.over) next()
    }, wait)
    waiting.cancel = () => clearTimeout(timer)
    holdTimer(exchange, waiting)
  }

  function fail(fault: Fault, decision: RetryDecision, retryAfter: number | undefined): void {
    if (decision === 'final') {
      // What was wrong elsewhere is no matter any more.
      exchange.failover = undefined
      return answerFailure(exchange, fault)
    }
    note(fault, retryAfter)
    if (decision === 'next-channel' && current) excluded.push(current)
    else if (retryAfter !== undefined && current) (due ??= [])[targets.indexOf(current)] = performance.now() + retryAfter
    const { attempts, deadline } = exchange.gateway.retry
    const spent = exchange.attempts >= attempts || performance.now() - exchange.startedAt > deadline
    if (spent) answer()
    else next()
  }

  function note(fault: Fault, retryAfter: number | undefined): void {
    faults++
    if (best === undefined || rankOf(fault) > rankOf(best)) best = fault
    if (retryAfter !== undefined && (soonest === undefined || retryAfter < soonest)) soonest = retryAfter
  }

  /** No attempt is left. A single upstream's error is told as it is. */
  function answer(): void {
    exchange.failover = undefined
    if (best === undefined) return answerFailure(exchange, unknownModel(exchange.model ?? ''))
    answerFailure(exchange, soonest === undefined || (faults === 1 && best.headers) ? best : withTime(best, soonest))
  }

  return { start: next, fail, refuse }
}

/** That it should come again tells a client most; that the gateway's own credentials are refused, least. */
function rankOf({ failure }: Fault): number {
  if (failure.code === 'rate-limit' || failure.code === 'overloaded') return 2
  return isCredentialsRefused(failure) ? 0 : 1
}

/** A refusal that says after how many milliseconds to come again, in place of what it said; any other fault as it is. */
function withTime(fault: Fault, millis: number): Fault {
  const { code } = fault.failure
  if (code !== 'rate-limit' && code !== 'overloaded') return fault
  const { 'retry-after-ms': _millis, ...headers } = fault.headers ?? {}
  const seconds = Math.max(1, Math.ceil(millis / 1000))
  return {
    ...fault,
    failure: { ...fault.failure, retryAfterMs: seconds * 1000 },
    headers: { ...headers, 'retry-after': String(seconds) },
  }
}
