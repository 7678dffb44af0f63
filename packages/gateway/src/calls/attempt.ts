import { answerFailure } from '../reply/answer-failure.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import { type CallLog, hasUsage } from '../metering/outcome.ts'
import { type Failure, isJsonObject, type Json, type JsonObject, type StreamEvent } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import {
  type CallHooks,
  callUpstream,
  type Channel,
  type Circuit,
  type HeldTimer,
  type ObservedCall,
  type Open,
  failureOfCall,
  type Refuse,
  type RetryDecision,
  sessionOf,
  type Target,
  type UpstreamRequest,
  weighTargets,
} from '@interlingua/upstreams'
import type { JoinedObserver } from '../metering/observer.ts'

/** Notes the model and the finish reasons that an upstream's document or event names, for observers that want them. */
export function noteAnswer(attempt: Attempt, wire: JsonObject): void {
  if (!attempt.admitted.client.gateway.observer.readsAnswers) return
  const answered = (attempt.answered ??= { finishes: [] })
  const inner = [wire['response'], wire['message']].find(isJsonObject)
  const model = wire['model'] ?? wire['modelVersion'] ?? inner?.['model']
  if (typeof model === 'string') answered.model = model
  const { delta } = wire
  const whole = inner ?? wire
  const reasons = [
    whole['stop_reason'],
    isJsonObject(delta) ? delta['stop_reason'] : undefined,
    ...entries(wire['choices']).map((choice) => choice['finish_reason']),
    ...entries(wire['candidates']).map((candidate) => candidate['finishReason'] ?? candidate['finish_reason']),
    responseReason(whole),
  ]
  for (const reason of reasons) if (typeof reason === 'string') answered.finishes.push(reason)
}

/** Finish reason of a Responses document: the reason of an incomplete one, else the status. */
function responseReason({ object, status, incomplete_details: details }: JsonObject): Json | undefined {
  if (object !== 'response' || status === 'in_progress') return undefined
  return isJsonObject(details) && details['reason'] !== undefined ? details['reason'] : status
}

function entries(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** Notes the model and the finish reasons in an event of a decoded stream, for observers that want them. */
export function noteEvent(attempt: Attempt, event: StreamEvent): void {
  if (!attempt.admitted.client.gateway.observer.readsAnswers) return
  if (event.type === 'response-start') attempt.answered = { ...(event.model !== '' && { model: event.model }), finishes: [] }
  else if (event.type === 'candidate-end') attempt.answered?.finishes.push(event.finish.raw?.value ?? event.finish.unified)
}

/** States of breakers that are not closed. Keyed by breaker, since a channel of a new configuration may keep the old one's. */
const troubled = new WeakMap<Circuit, string>()

/** Tells of a change of a channel's breaker. To be called after each call of the channel. */
function noteCircuit(channel: Channel, observer: JoinedObserver): void {
  const { state, cause } = channel.circuit
  const known = troubled.get(channel.circuit) ?? 'closed'
  if (state === known) return
  if (state === 'closed') troubled.delete(channel.circuit)
  else troubled.set(channel.circuit, state)
  observer.event(state === 'open' ? 'warn' : 'info', 'channel', {
    channel: channel.name,
    breaker: state,
    ...(state === 'open' && { cause }),
  })
}

/** Largest number of calls that a request logs. */
const mostCalls = 32

/** Observes a call of an upstream that begins now; `attempts` includes this call already. */
function observeCall(attempt: Attempt): ObservedCall {
  const { admitted, target } = attempt
  const { observer } = admitted.client.gateway
  const call = observer.attempt(attempt)
  const log: CallLog = { target, from: performance.now() }
  const { calls } = attempt.reply
  if (calls === undefined) attempt.reply.calls = [log]
  // A long poll makes many calls.
  else if (calls.length < mostCalls) calls.push(log)
  return {
    headers: call.headers,
    end(result) {
      call.end(result)
      if (typeof result === 'number') {
        log.head = performance.now()
        log.status = result
      } else {
        log.to = performance.now()
        log.failure = result
      }
      // A good answer does not change a closed breaker.
      if (typeof result === 'number' && result < 400 && target.channel.circuit.state === 'closed') return
      // Told later, since the breaker takes the result only after this call.
      queueMicrotask(() => noteCircuit(target.channel, observer))
    },
  }
}

/** Ends failover, since the answer begins, and releases all that was held for it, such as the body of the request. */
export function settleAttempt(attempt: Attempt): void {
  attempt.failover = undefined
}

/** Notes the message of the newest call's upstream about its failure, where the client gets another one. */
export function noteWords({ reply }: Attempt, { message }: Failure): void {
  const log = reply.calls?.at(-1)
  if (log) log.message = message
}

/** Fails an attempt of which the client has seen nothing: the next target is tried if there is one; else `failureReply` is the answer. */
export function failAttempt(attempt: Attempt, failureReply: FailureReply, decision: RetryDecision, retryAfter?: number): void {
  if (attempt.reply.ended) return
  attempt.admitted.client.gateway.observer.giveUp(attempt.admitted.client, failureReply.failure.code)
  const log = attempt.reply.calls?.at(-1)
  if (log) {
    log.to ??= performance.now()
    log.failure ??= failureReply.failure.code
    log.message ??= failureReply.failure.message
  }
  const { admitted, target, usage } = attempt
  if (usage && hasUsage(usage)) admitted.attemptCosts = [...(admitted.attemptCosts ?? []), { target, usage, ...(log && { call: log }) }]
  // The state of the failed attempt must not become part of the next one or of the answer.
  delete attempt.usage
  delete attempt.estimateInput
  delete attempt.answered
  delete attempt.reply.interrupt
  if (attempt.failover) attempt.failover.fail(failureReply, decision, retryAfter)
  else answerFailure(attempt.reply, failureReply)
}

/** Cancels a timer when the client leaves; until then only the timer is held. */
export function holdTimer(reply: Reply, timer: HeldTimer): void {
  ;(reply.releases ??= []).push(() => timer.cancel?.())
}

/** Fails an attempt whose call got no answer. */
export function refuseCall(attempt: Attempt, target: Target, error: Error, sent: boolean): void {
  const { failureReply, decision, wait } = failureOfCall(target, error, sent)
  failAttempt(attempt, failureReply, decision, wait)
}

const hooks: CallHooks<Attempt> = {
  isGone: ({ reply }) => reply.ended || reply.response.destroyed,
  hold: ({ reply }, timer) => holdTimer(reply, timer),
  begin(attempt, counts) {
    if (counts) attempt.admitted.attempts++
    return observeCall(attempt)
  },
}

/** Calls the upstream of an attempt. A client that leaves ends the call, or its wait in the queue. */
export function callAttempt(attempt: Attempt, request: UpstreamRequest, open: Open, refuse: Refuse): void {
  const { tap } = attempt.reply
  if (tap === undefined) return callUpstream(attempt, hooks, request, open, refuse)
  const heard = tap.call(attempt.target, request, open, refuse)
  callUpstream(attempt, hooks, request, heard.open, heard.refuse)
}

/** Targets of a request, the best first: those of the required channel, or all, ordered by weights if there are any. */
export function chooseTargets(admitted: AdmittedRequest, model: string, body: JsonObject): readonly Target[] {
  const { edge, gateway, incoming: request } = admitted.client
  const { requiredChannel } = admitted
  const { format } = edge.adapter
  const { targets, weighed } = gateway.candidates(model, format)
  if (requiredChannel !== undefined) {
    const pinned = targets.filter(({ channel }) => channel.name === requiredChannel)
    // Includes the channel that holds the referenced state, even if the resolver would not pick it.
    return pinned.length > 0
      ? pinned
      : gateway.candidates(`${requiredChannel}/${model}`, format).targets.filter(({ channel }) => channel.name === requiredChannel)
  }
  return weighed ? weighTargets(targets, sessionOf(request.headers, body), gateway.random) : targets
}
