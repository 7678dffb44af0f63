import { answerDocument } from '../answers/answer-document.ts'
import type { ClientDocument } from '../answers/write-document.ts'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerStream } from '../answers/answer-stream.ts'
import { callUpstream, type UpstreamRequest } from '../upstreams/call-upstream.ts'
import type { Channel } from '../channels/channel.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { createPassedStream } from '../answers/create-passed-stream.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import type { Fault } from '../faults/fault.ts'
import { forwardedHeaders } from '../answers/forwarded-headers.ts'
import { isSecretParameter } from '../requests/is-secret-parameter.ts'
import { unambiguousBytes } from '../requests/unambiguous-bytes.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { refuseAnswer } from '../upstreams/refuse-answer.ts'
import { stateFaults } from './state-faults.ts'

const plainPath = /^(?:\/[\w-]+)+$/

/** Hands a request about what an upstream keeps to that upstream, and its answer to the client, as they are. `done` hears of a good answer. */
export function forwardToChannel(exchange: Exchange, channel: Channel, parsed?: ParsedBody, done?: () => Promise<void>): void {
  const { request } = exchange
  const target: Target = { channel, model: '', renamed: false, listed: '' }
  exchange.target = target
  const [asked = '', query] = (request.url ?? '').split('?', 2)
  const path = asked.replace(/\/$/, '')
  // Whatever else stands there, an upstream could take for another of its places.
  if (!plainPath.test(path)) return answerFailure(exchange, stateFaults.response(path.split('/')[3] ?? ''))
  const place = channel.path(path)
  const method = request.method
  const call: UpstreamRequest = {
    method: method === 'POST' || method === 'DELETE' ? method : 'GET',
    path: query ? `${place}${place.includes('?') ? '&' : '?'}${withoutSecrets(query)}` : place,
    headers: channel.headers,
    ...(parsed && { body: unambiguousBytes(parsed) }),
  }
  if (done) exchange.keep = done
  callUpstream(
    exchange,
    target,
    call,
    (status, headers) => {
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers)
      return headers['content-type']?.startsWith('text/event-stream')
        ? answerStream(exchange, target, headers, createPassedStream(exchange, target, {}))
        : answerDocument(exchange, target, headers, (reply) => passAnything(exchange, target, reply))
    },
    (error) => answerFailure(exchange, { failure: failureOfSocket(error) }),
  )
}

/** Also an answer that failed: that it did is what was asked for. */
function passAnything(exchange: Exchange, target: Target, reply: Reply): ClientDocument | Fault {
  const text = reply.bytes.toString('utf8')
  if (!/"object"\s*:\s*"response"/.test(text)) {
    const read = readReply(exchange, target, reply)
    if ('failure' in read) return read
  }
  return { headers: forwardedHeaders(exchange, reply.headers), body: reply.bytes }
}

function withoutSecrets(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of new Set(parameters.keys())) if (isSecretParameter(name)) parameters.delete(name)
  return parameters.toString()
}
