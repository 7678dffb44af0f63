import { isInterlinguaError, isJsonObject, parseJson, placeByChange, type Failure } from '@interlingua/core'
import type { VideoRequest } from '@interlingua/video'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import { redactAnswer } from '../answers/redact-answer.ts'
import type { Exchange } from '../exchange.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import type { Fault } from '../faults/fault.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { imageRequestOf } from '../images/image-request-of.ts'
import { callUpstream } from '../upstreams/call-upstream.ts'
import { collectReply, type Reply } from '../upstreams/collect-reply.ts'
import { judgeFailure } from '../upstreams/judge-failure.ts'
import { readRefusal } from '../upstreams/read-refusal.ts'
import { refusalOfCall } from '../upstreams/refusal-of-call.ts'
import type { Refusal } from '../upstreams/refusal.ts'
import { redactVideoFailure } from './redact-video-failure.ts'
import type { VideoAttempt } from './video-attempt.ts'

/** What became of an operation that was submitted. */
export type Submission =
  | { readonly outcome: 'taken'; readonly operation: string }
  /** The upstream said no, or was never reached: nothing is made. */
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** Nobody can tell whether it is being made. It must never be sent again. */
  | { readonly outcome: 'unknown'; readonly fault: Fault }

/** Statuses of proxies that have lost the upstream in the middle of its work. */
const lost: ReadonlySet<number> = new Set([500, 502, 504, 520, 522, 524])

/** Submits one operation, once. `exchange`: detached, so that a client that leaves ends nothing. Never rejects. */
export function submitOnce(exchange: Exchange, attempt: VideoAttempt, operation: VideoRequest): Promise<Submission> {
  const { target, films, context } = attempt
  const { channel } = target
  return new Promise((resolve) => {
    callUpstream(
      exchange,
      target,
      imageRequestOf(target, films.encodeSubmit(operation, context)),
      (status, headers) =>
        collectReply(
          exchange,
          headers,
          (reply) => {
            if (status >= 200 && status <= 299)
              return resolve('failure' in reply ? { outcome: 'unknown', fault: reply } : readTaken(attempt, reply))
            const refusal = readRefusal(exchange, target, status, headers, reply, films.decodeFailure, false)
            if (isLost(status, reply)) return resolve({ outcome: 'unknown', fault: refusal.fault })
            if (refusal.decision === 'retry' && refusal.wait !== undefined) channel.circuit.coolDown(refusal.wait)
            // Whoever configures repeats of broken requests means those that cost little.
            const decision = refusal.decision === 'retry' && status >= 500 && status !== 503 && status !== 529 ? 'final' : refusal.decision
            const fault = {
              ...refusal.fault,
              failure: redactVideoFailure(placeRefusal(refusal.fault.failure, attempt, operation), channel),
            }
            resolve({ outcome: 'refused', refusal: { ...refusal, fault, decision } })
          },
          () => exchange.call?.abort(new Error('the answer is too large')),
        ),
      (error, sent) =>
        resolve(
          sent
            ? { outcome: 'unknown', fault: { failure: failureOfSocket(error, true) } }
            : { outcome: 'refused', refusal: refusalOfCall(target, error, false) },
        ),
    )
  })
}

/** The upstream names a field of its own; the caller is told by which of theirs it was said. */
function placeRefusal(failure: Failure, { films, context }: VideoAttempt, operation: VideoRequest): Failure {
  return placeByChange(failure, operation, (changed) => films.encodeSubmit(changed, context).body)
}

/** An upstream that says in its own words that it failed has failed; a proxy's page, or another gateway's 502, says nothing of the upstream. */
function isLost(status: number, reply: Reply | Fault): boolean {
  if ('failure' in reply) return status >= 500
  if (!lost.has(status)) return false
  return status !== 500 || !isJsonObject(parseJson(reply.bytes.toString('utf8')))
}

function readTaken({ films, context, target: { channel } }: VideoAttempt, { bytes }: Reply): Submission {
  const body = parseJson(redactAnswer(bytes, channel.secrets).toString('utf8'))
  const reply = { status: 200, headers: {}, body }
  try {
    return { outcome: 'taken', operation: films.decodeSubmitted(reply, context) }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    // Some servers answer with status 200 whatever became of a request.
    if (isJsonObject(body) && (isJsonObject(body['error']) || (typeof body['code'] === 'string' && body['code'] !== 'success'))) {
      const { raw: _raw, status: _status, ...told } = redactFailure(films.decodeFailure(reply, context), channel.secrets)
      const failure = redactVideoFailure(redactCredentialFailure(told), channel)
      return { outcome: 'refused', refusal: { fault: { failure }, decision: judgeFailure(channel, told) } }
    }
    return { outcome: 'unknown', fault: malformedUpstream('sent an answer that its format does not allow') }
  }
}
