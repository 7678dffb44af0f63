import type { Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Receiver } from './call-upstream.ts'
import { collectReply } from './collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { failAttempt } from './fail-attempt.ts'
import { readRefusal } from './read-refusal.ts'

/** Tells a refusal by the field of the caller's own document. */
export type PlaceRefusal = (failure: Failure) => Failure

/**
 * An upstream that answers with an error status: its error, in the client's dialect, with the waiting time that it asks for. Without `placed`
 * the client's own document was passed on. `again`: what sends the request once more without what is refused.
 */
export function refuseAnswer(
  exchange: Exchange,
  target: Target,
  status: number,
  headers: IncomingHttpHeaders,
  placed: PlaceRefusal = (failure) => failure,
  again: (failure: Failure) => (() => void) | undefined = () => undefined,
): Receiver {
  return collectReply(exchange, headers, (reply) => {
    const { channel } = target
    const { adapter } = channel.edge
    const refusal = readRefusal(
      exchange,
      target,
      status,
      headers,
      reply,
      (wire, context) => adapter.decodeFailure(adapter.parseFailure(wire), context),
      channel.edge === exchange.edge,
      placed,
    )
    const { fault, decision, wait, told } = refusal
    const { lost } = exchange
    const taken = told && lost?.statuses.has(status) === true ? lost.take(told) : undefined
    if (taken) return taken()
    const repeat = told && decision === 'final' ? again(told) : undefined
    if (repeat && !exchange.over) return repeat()
    if (decision === 'retry' && wait !== undefined) channel.circuit.coolDown(wait)
    failAttempt(exchange, fault, decision, wait)
  })
}
