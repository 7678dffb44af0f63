import type { Attempt } from '../server/reply.ts'
import { settleAttempt } from '../calls/attempt.ts'
import { collectReply, readReply } from '../calls/read-reply.ts'
import {
  type Context,
  type Failure,
  type FailureCode,
  type GenerateAdapter,
  type GenerateRequest,
  isInterlinguaError,
  isJsonObject,
  type JsonObject,
  parseDocument,
  placeFailure,
} from '@interlingua/core'
import { malformedUpstream } from '@interlingua/gateway-kernel'
import { noteTrouble, type Receiver, type Target } from '@interlingua/upstreams'
import type { IncomingHttpHeaders } from 'node:http'

const documentForStream = malformedUpstream('answered with a document where a stream was asked for')

/** Receiver for an answer that is no stream although one was asked for: reads it for the client's 502, and drops it. */
export function malformedAnswer(attempt: Attempt, target: Target, headers: IncomingHttpHeaders): Receiver {
  settleAttempt(attempt)
  target.channel.circuit.fail('call')
  noteTrouble(target.channel, documentForStream.failure)
  return collectReply(attempt, headers, (reply) => {
    if ('failure' in reply) return reply
    const read = readReply(attempt, target, reply)
    return 'failure' in read ? read : documentForStream
  })
}

/** Failure for a connection that ends cleanly before the format's own end of an answer. */
export const truncatedStream: Failure = {
  code: 'truncated-stream',
  message: 'The upstream ended its stream before the answer was complete.',
  retryable: true,
  status: 502,
}

/** Codes of failures that concern a part of the body. */
const ofBody: ReadonlySet<FailureCode> = new Set(['invalid-request', 'unprocessable', 'unsupported', 'too-large', 'not-found', 'limit'])

/**
 * Moves an upstream's failure about a translated request to the field of the caller's own document `source`; `request` is the request before
 * lowering. Lowers and encodes a second time, so that a good answer need not keep this.
 */
export function placeUpstreamFailure(
  failure: Failure,
  adapter: GenerateAdapter,
  request: GenerateRequest,
  context: Context,
  source: JsonObject,
): Failure {
  if (!ofBody.has(failure.code)) return failure
  const quiet: Context = { ...context, onNotice: () => {} }
  try {
    const { request: lowered } = adapter.lowerRequest(request, quiet)
    const message = adapter.encodeRequest(lowered, quiet)
    // Parsed anew from the sent text, since a decoder may remember how it made an object and not read it.
    const sent = parseDocument(JSON.stringify(message.body))
    if (!isJsonObject(sent)) return failure
    const read = adapter.decodeRequest(adapter.parseRequest({ ...message, body: sent }, quiet), quiet)
    return placeFailure(failure, { source, lowered, sent, read })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const { path: _, ...rest } = failure
    return rest
  }
}
