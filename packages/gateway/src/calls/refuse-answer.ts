import { forwardedHeaders } from '../reply/reply-headers.ts'
import { type ClientRequest, contextOf } from '../server/client-request.ts'
import type { Attempt } from '../server/reply.ts'
import { failAttempt, noteWords } from './attempt.ts'
import { collectReply, type UpstreamReply } from './read-reply.ts'
import type { Context, Failure, WireReply } from '@interlingua/core'
import { type FailureReply, isCredentialsRefused, isSaneWait } from '@interlingua/gateway-kernel'
import {
  judgeAnswer,
  readErrorAnswer,
  type Receiver,
  redactCredentialFailure,
  type UpstreamFailure,
  type Target,
} from '@interlingua/upstreams'
import type { IncomingHttpHeaders } from 'node:http'

/** Status of an overload in the one format that has its own, which its SDKs have a class for. */
const overloaded = 529

/** Decodes an error document of the dialect in which the upstream was called. */
export type DecodeFailure = (reply: WireReply<unknown>, context: Context) => Failure

/**
 * Reads an answer with an error status. `same`: the client speaks the upstream's dialect, and gets its words. `upstreamFailure`: the failure in the upstream's
 * words; the client gets the result of `placed`.
 */
export function readUpstreamFailure(
  attempt: Attempt,
  { channel }: Target,
  status: number,
  headers: IncomingHttpHeaders,
  reply: UpstreamReply | FailureReply,
  decode: DecodeFailure,
  same: boolean,
  placed: (failure: Failure) => Failure = (failure) => failure,
): UpstreamFailure & { readonly upstreamFailure?: Failure } {
  if ('failure' in reply) return { failureReply: reply, decision: judgeAnswer(channel, status, reply.failure, false) }
  const read = readErrorAnswer(channel, status, headers, reply.bytes.toString('utf8'), (wire) =>
    decode(wire, contextOf(attempt.admitted, channel.dialect)),
  )
  if ('failureReply' in read) return read
  const { upstreamFailure, decision, wait, isDocument } = read
  const failure = withWait(redactCredentialFailure(placed(upstreamFailure), status), wait)
  const failureReply = {
    failure: same && isDocument ? failure : withoutOrigin(failure),
    ...(!isCredentialsRefused(failure) && { status: clientStatus(attempt.admitted.client, status, failure, same) }),
    headers: same ? forwardedHeaders(attempt, headers) : retryHeaders(headers),
  }
  return { failureReply, decision, wait, upstreamFailure }
}

/** Status for the client, in its dialect. */
function clientStatus({ edge }: ClientRequest, status: number, { code }: Failure, same: boolean): number {
  const usual = edge.adapter.http.status('overloaded')
  if (status === overloaded) return usual
  return status === 503 && code === 'overloaded' && usual === overloaded && !same ? usual : status
}

/** Failure without the parts that only the upstream's format has. */
function withoutOrigin(failure: Failure): Failure {
  const { raw: _raw, requestId: _requestId, extensions: _extensions, ...rest } = failure
  return rest
}

function retryHeaders({ 'retry-after': seconds }: IncomingHttpHeaders): Record<string, string> {
  return seconds !== undefined && isSaneWait('retry-after', seconds) ? { 'retry-after': seconds } : {}
}

/** Replaces the retry time by the checked one, or drops an invalid one. */
function withWait({ retryAfterMs: _, ...failure }: Failure, wait: number | undefined): Failure {
  return wait === undefined ? failure : { ...failure, retryAfterMs: wait }
}

/** Moves a refusal to the field of the caller's own document. */
export type PlaceFailure = (failure: Failure) => Failure

/**
 * Receiver for an error status: the upstream's error goes to the client in its dialect, with the upstream's wait. Absent `placed`: the client's own
 * document was passed on. `again` returns a function that sends the request once more without refused parameters.
 */
export function refuseAnswer(
  attempt: Attempt,
  target: Target,
  status: number,
  headers: IncomingHttpHeaders,
  placed: PlaceFailure = (failure) => failure,
  again: (failure: Failure) => (() => void) | undefined = () => undefined,
): Receiver {
  return collectReply(attempt, headers, (reply) => {
    const { channel } = target
    const { adapter } = channel.edge
    const refusal = readUpstreamFailure(
      attempt,
      target,
      status,
      headers,
      reply,
      (wire, context) => adapter.decodeFailure(adapter.parseFailure(wire), context),
      channel.edge === attempt.admitted.client.edge,
      placed,
    )
    const { failureReply, decision, wait, upstreamFailure } = refusal
    const { missingReference } = attempt.admitted
    const recovered =
      upstreamFailure && missingReference?.statuses.has(status) === true ? missingReference.recover(upstreamFailure) : undefined
    if (recovered) return recovered()
    const repeat = upstreamFailure && decision === 'final' ? again(upstreamFailure) : undefined
    if (repeat && !attempt.reply.ended) return repeat()
    if (decision === 'retry' && wait !== undefined) channel.circuit.coolDown(wait)
    if (upstreamFailure) noteWords(attempt, upstreamFailure)
    failAttempt(attempt, failureReply, decision, wait)
  })
}
