import { keepAnswer, wordUnkept } from '../reply/keep-answer.ts'
import { sampleOfPassed, sampleOfResponse, seeAnswer } from '../translation/samples.ts'
import type { Attempt } from '../server/reply.ts'
import { spliceString } from '../body/bytes.ts'
import type { Translation } from '../translation/translation.ts'
import { collectReply, readReply, type UpstreamReply } from '../calls/read-reply.ts'
import { countOnce } from '../metering/estimate-usage.ts'
import { hasUsage } from '../metering/outcome.ts'
import { addMissingMembers, completeDocument } from './add-missing-members.ts'
import { answerName, modelOfAnswer } from './model-name.ts'
import { forwardedHeaders } from '../reply/reply-headers.ts'
import { type ClientDocument, writeDocument } from '../reply/write-reply.ts'
import { cutAtStops, type Failure, isInterlinguaError, isJsonObject, type JsonObject } from '@interlingua/core'
import { type FailureReply, isCredentialsRefused, malformedUpstream } from '@interlingua/gateway-kernel'
import { type Receiver, recordFailure, redactAnswer, redactCredentialFailure, redactSecrets, type Target } from '@interlingua/upstreams'
import type { IncomingHttpHeaders } from 'node:http'

export type AnswerDocument = (reply: UpstreamReply) => ClientDocument | FailureReply

/** Collects an upstream's document, and answers with the result of `answer`. */
export function answerDocument(attempt: Attempt, target: Target, headers: IncomingHttpHeaders, answer: AnswerDocument): Receiver {
  return collectReply(attempt, headers, (reply) => {
    if ('failure' in reply) return fail(reply)
    const document = answer(redactReply(reply))
    if ('failure' in document) return fail(document)
    const { keep } = attempt.reply
    if (keep === undefined) return writeDocument(attempt.reply, document)
    return writeKept(document, keep)
  })

  async function writeKept(document: ClientDocument, keep: () => Promise<void>): Promise<void> {
    const kept = await keepAnswer(attempt.admitted, keep)
    const { body } = document
    writeDocument(attempt.reply, kept || typeof body !== 'string' ? document : { ...document, body: wordUnkept(body) })
  }

  /** Redacts the document first, so that neither the answer nor a kept response has a credential in it. */
  function redactReply(reply: UpstreamReply): UpstreamReply {
    const redacted = redactAnswer(reply.bytes, target.channel.secrets)
    return redacted === reply.bytes ? reply : { ...reply, bytes: Buffer.from(redacted) }
  }

  function fail(failureReply: FailureReply): FailureReply {
    if (!attempt.reply.ended) recordFailure(target.channel, failureReply.failure)
    return failureReply
  }
}

/** Headers for the decoder: no format here puts a part of a document's meaning into a header. */
const noHeaders: Readonly<Record<string, string>> = {}

/** Translates an upstream's document to one of the client's format. `request`: body that the client sent. */
export function translateDocument(
  attempt: Attempt,
  target: Target,
  { sides, state, hide }: Translation,
  reply: UpstreamReply,
  request: JsonObject,
): ClientDocument | FailureReply {
  const read = readReply(attempt, target, reply)
  if ('failure' in read) {
    if (read.whole) notePaid(attempt, target, read.whole)
    return read
  }
  const refusal = refuseOther(attempt, target, read.body, target.channel.edge.upstream.answerKeys.generate)
  if (refusal) return refusal
  const from = target.channel.edge.adapter
  try {
    const wire = from.parseResponse({ status: 200, headers: noHeaders, body: read.body }, sides.upstream)
    const decoded = cutAtStops(from.decodeResponse(wire, sides.upstream, state), state.reversals.stops)
    const { session } = attempt.admitted
    const model = modelOfAnswer(decoded.model, attempt.admitted, target)
    const named = model === decoded.model ? decoded : { ...decoded, model }
    const response = session && state.kept ? { ...named, id: session.id } : named
    if (response.failure || response.candidates.length === 0) notePaid(attempt, target, read.body)
    if (response.failure) return { failure: badGateway(redactCredentialFailure(response.failure)) }
    if (response.candidates.length === 0) return malformedUpstream('sent a document with no answer in it')
    attempt.usage = response.usage
    seeAnswer(attempt, () => sampleOfResponse(response))
    const { edge } = attempt.admitted.client
    const { headers, body: encoded } = edge.adapter.encodeResponse(response, sides.client, {
      ...state,
      inputTokens: countOnce(state.request),
    })
    const body = edge === target.channel.edge && isJsonObject(encoded) ? completeDocument(target, encoded, request) : encoded
    if (session && isJsonObject(body)) session.see(body, target.channel)
    return { headers, body: JSON.stringify(hide && isJsonObject(body) ? hide(body) : body) }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    notePaid(attempt, target, read.body)
    return malformedUpstream(`sent an answer that its format does not allow (${error.path || 'the document'}: ${error.message})`)
  }
}

/** Notes the usage that an upstream tells in an answer that the client does not get. */
function notePaid(attempt: Attempt, { channel }: Target, body: JsonObject): void {
  const usage = channel.edge.upstream.usageOf(body)
  if (usage && hasUsage(usage)) attempt.usage = usage
}

/** Gives a malformed answer status 502, whatever a server of the client's format would call it. */
function badGateway(failure: Failure): Failure {
  return failure.code === 'malformed-upstream' && failure.status === undefined ? { ...failure, status: 502 } : failure
}

/**
 * Passes an upstream's document to a client of the same format: the same bytes, if the document is an answer, which has one of `keys`. `request`: body
 * that was sent, where the answer is to have all members that its format requires.
 */
export function passDocument(
  attempt: Attempt,
  target: Target,
  reply: UpstreamReply,
  keys: readonly string[],
  request?: JsonObject,
): ClientDocument | FailureReply {
  const read = readReply(attempt, target, reply)
  if ('failure' in read) return read.whole === undefined ? read : passFailed(attempt, target, reply, read, read.whole)
  return refuseOther(attempt, target, read.body, keys) ?? passBody(attempt, target, reply, read.body, request)
}

/** Refuses a document with none of `keys`, which is no answer; one with a message is an error of AWS or of a proxy. */
function refuseOther(attempt: Attempt, target: Target, body: JsonObject, keys: readonly string[]): FailureReply | undefined {
  if (keys.some((key) => body[key] !== undefined)) return undefined
  notePaid(attempt, target, body)
  const said = body['message'] ?? body['Message']
  if (typeof said !== 'string' || said === '') return malformedUpstream(`sent a document without ${keys[0]}`)
  return malformedUpstream(`answered with status 200 and an error: ${redactSecrets(said, target.channel.secrets)}`)
}

/** Passes an answer that reports its own failure, in formats that have such answers; the failure counts for the channel's breaker. */
function passFailed(
  attempt: Attempt,
  target: Target,
  reply: UpstreamReply,
  failureReply: FailureReply,
  body: JsonObject,
): ClientDocument | FailureReply {
  if (attempt.admitted.client.edge.upstream.reportsFailure?.(body) !== true || isCredentialsRefused(failureReply.failure)) {
    notePaid(attempt, target, body)
    return failureReply
  }
  recordFailure(target.channel, failureReply.failure)
  return { ...passBody(attempt, target, reply, body), outcome: failureReply.failure.code }
}

function passBody(attempt: Attempt, target: Target, reply: UpstreamReply, body: JsonObject, request?: JsonObject): ClientDocument {
  attempt.usage = attempt.admitted.client.edge.upstream.usageOf(body)
  seeAnswer(attempt, () => sampleOfPassed(attempt.admitted, body))
  const { id } = body
  if (typeof id === 'string') attempt.admitted.session?.name(id, target.channel)
  const name = answerName(attempt.admitted, target)
  const whole = request === undefined ? reply.bytes : addMissingMembers(target, reply.bytes, body, request)
  const { document } = attempt.admitted.client.edge.upstream.modelAt
  const bytes = name === undefined || document.length === 0 ? whole : spliceString(whole, document, name)
  return { headers: forwardedHeaders(attempt, reply.headers), body: bytes }
}
