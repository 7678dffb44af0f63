import type { JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { callUpstream } from '../upstreams/call-upstream.ts'
import { collectReply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { refuseAnswer } from '../upstreams/refuse-answer.ts'

/** A question about cached contents to the upstream that keeps them. */
export interface Question {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** `/v1beta/cachedContents…`, with its query. */
  readonly path: string
  readonly body?: JsonObject
}

/**
 * Asks the upstream of a channel. `answered` gets a good answer. What `refused` gives for an error status is done in its place; without it the
 * error is the client's, in its dialect.
 */
export function askChannel(
  exchange: Exchange,
  target: Target,
  { method, path, body }: Question,
  answered: (reply: JsonObject) => Promise<void>,
  refused: (status: number) => (() => Promise<void>) | undefined = () => undefined,
): void {
  const { channel } = target
  const [endpoint = '', query] = path.split('?', 2)
  const place = channel.path(endpoint)
  exchange.target = target
  callUpstream(
    exchange,
    target,
    {
      method,
      path: query === undefined ? place : `${place}${place.includes('?') ? '&' : '?'}${query}`,
      headers: channel.headers,
      ...(body && { body: JSON.stringify(body) }),
    },
    (status, headers) => {
      if (status >= 200 && status <= 299)
        return collectReply(exchange, headers, (reply) => {
          if ('failure' in reply) return answerFailure(exchange, reply)
          const read = readReply(exchange, target, reply)
          if ('failure' in read) return answerFailure(exchange, read)
          void guardAsync(exchange, () => answered(read.body))
        })
      const own = refused(status)
      return own === undefined
        ? refuseAnswer(exchange, target, status, headers)
        : collectReply(exchange, headers, () => void guardAsync(exchange, own))
    },
    (error) => answerFailure(exchange, { failure: failureOfSocket(error) }),
  )
}
