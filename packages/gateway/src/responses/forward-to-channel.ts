import { isJsonObject, parseJson } from '@interlingua/core'
import { addMissingMembers, completeStream } from '../answers/add-missing-members.ts'
import { callAttempt, failAttempt } from '../calls/attempt.ts'
import { answerDocument } from '../answers/document.ts'
import type { ClientDocument } from '../reply/write-reply.ts'
import { answerStream } from '../answers/answer-stream.ts'
import { type Channel, failureOfSocket, type Target, type UpstreamRequest } from '@interlingua/upstreams'
import { readReply, type UpstreamReply } from '../calls/read-reply.ts'
import { createPassedStream } from '../answers/passed-stream.ts'
import { type Attempt, openAttempt, type Reply } from '../server/reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { forwardedHeaders } from '../reply/reply-headers.ts'
import { isSecretParameter } from '../translation/read-message.ts'
import { unambiguousBytes } from '../body/bytes.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { refuseAnswer } from '../calls/refuse-answer.ts'
import { wordsOf } from './state-words.ts'
import { stateFailures } from './failures.ts'

const plainPath = /^(?:\/[\w-]+)+$/

/**
 * Sends a request about a kept response to the upstream that keeps it, and its answer to the client, both unchanged but for members that the format
 * requires and the upstream leaves out. `done` runs after a good answer.
 */
export function forwardToChannel(
  admitted: AdmittedRequest,
  reply: Reply,
  channel: Channel,
  parsed?: ParsedBody,
  done?: () => Promise<void>,
): FailureReply | void {
  const { incoming: request } = admitted.client
  const target: Target = { channel, model: '', renamed: false, listed: '' }
  const attempt = openAttempt(admitted, reply, target)
  const [asked = '', query] = (request.url ?? '').split('?', 2)
  const path = asked.replace(/\/$/, '')
  // Other characters could lead an upstream to another of its paths.
  if (!plainPath.test(path)) return stateFailures.response(path.split('/')[3] ?? '', wordsOf(admitted.client.edge))
  const place = channel.path(path)
  const method = request.method
  const call: UpstreamRequest = {
    method: method === 'POST' || method === 'DELETE' ? method : 'GET',
    path: query ? `${place}${place.includes('?') ? '&' : '?'}${withoutSecrets(query)}` : place,
    headers: channel.headers,
    ...(parsed && { body: unambiguousBytes(parsed) }),
  }
  if (done) reply.keep = done
  callAttempt(
    attempt,
    call,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(attempt, target, status, headers)
      return headers['content-type']?.startsWith('text/event-stream')
        ? answerStream(attempt, target, headers, completeStream(createPassedStream(attempt, target, {}), target, {}))
        : answerDocument(attempt, target, headers, (received) => passAnything(attempt, target, received))
    },
    (error) => failAttempt(attempt, { failure: failureOfSocket(error) }, 'final'),
  )
}

/** Passes an answer, also one about a failed response, since that failure is the asked state. */
function passAnything(attempt: Attempt, target: Target, reply: UpstreamReply): ClientDocument | FailureReply {
  const text = reply.bytes.toString('utf8')
  const { object } = wordsOf(attempt.admitted.client.edge)
  if (!new RegExp(`"object"\\s*:\\s*"${object}"`).test(text)) {
    const read = readReply(attempt, target, reply)
    if ('failure' in read) return read
  }
  const body = parseJson(text)
  const whole = isJsonObject(body) && body['object'] === object ? addMissingMembers(target, reply.bytes, body, {}) : reply.bytes
  return { headers: forwardedHeaders(attempt, reply.headers), body: whole }
}

function withoutSecrets(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of new Set(parameters.keys())) if (isSecretParameter(name)) parameters.delete(name)
  return parameters.toString()
}
