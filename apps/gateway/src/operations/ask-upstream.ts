import type { Target } from '../channels/create-resolver.ts'
import { formatOf } from '../channels/format-of.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { callUpstream, type UpstreamRequest } from '../upstreams/call-upstream.ts'
import { collectReply, type Reply } from '../upstreams/collect-reply.ts'
import { readRefusal, type DecodeFailure } from '../upstreams/read-refusal.ts'
import { refusalOfCall } from '../upstreams/refusal-of-call.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { judgeFailure } from '../upstreams/judge-failure.ts'
import { AttemptFailed } from './attempt-failed.ts'

/** A call within an attempt. */
export interface UpstreamAsk {
  readonly request: UpstreamRequest
  readonly decodeFailure: DecodeFailure
  /** True: once the upstream takes it, it is paid for, and nobody else may do it once more. */
  readonly final: boolean
}

/**
 * Calls the upstream of a target and gives its good answer, whole. Rejects with `AttemptFailed`. Where the client has left it may never be
 * settled: nobody waits for it any more.
 */
export function askUpstream(exchange: Exchange, target: Target, { request, decodeFailure, final }: UpstreamAsk): Promise<Reply> {
  const { channel } = target
  const same = exchange.endpoint?.dialect !== undefined && formatOf(channel, exchange.ability ?? 'generate') === exchange.endpoint.dialect
  return new Promise((resolve, reject) => {
    callUpstream(
      exchange,
      target,
      request,
      (status, headers) => {
        const good = status >= 200 && status <= 299
        if (good && final) settleAttempt(exchange)
        const take = (reply: Reply | Fault): void => {
          if (good && !('failure' in reply)) return resolve(reply)
          if (good && 'failure' in reply) return reject(new AttemptFailed({ fault: reply, decision: judgeFailure(channel, reply.failure) }))
          const refusal = readRefusal(exchange, target, status, headers, reply, decodeFailure, same)
          if (refusal.decision === 'retry' && refusal.wait !== undefined) channel.circuit.coolDown(refusal.wait)
          reject(new AttemptFailed(refusal))
        }
        // The exchange's running call may be another one of a group, which ends as a whole.
        return request.group ? collectReply(exchange, headers, take, () => {}) : collectReply(exchange, headers, take)
      },
      (error, sent) => reject(new AttemptFailed(refusalOfCall(target, error, sent))),
    )
  })
}
