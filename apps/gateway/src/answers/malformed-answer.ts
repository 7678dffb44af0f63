import type { IncomingHttpHeaders } from 'node:http'
import { answerFailure } from './answer-failure.ts'
import type { Receiver } from '../upstreams/call-upstream.ts'
import { collectReply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'

/** A stream was asked for and something else came: what it says of itself is read for the client's 502, then thrown away. */
export function malformedAnswer(exchange: Exchange, target: Target, headers: IncomingHttpHeaders): Receiver {
  settleAttempt(exchange)
  target.channel.circuit.fail('call')
  return collectReply(exchange, headers, (reply) => {
    if ('failure' in reply) return answerFailure(exchange, reply)
    const read = readReply(exchange, target, reply)
    answerFailure(exchange, 'failure' in read ? read : malformedUpstream('answered with a document where a stream was asked for'))
  })
}
