import type { JsonObject } from '@interlingua/core'
import type { ClientDocument } from './write-document.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import type { Fault } from '../faults/fault.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { sampleOfPassed } from '../metering/sample-of-passed.ts'
import { answerName } from './name-answer.ts'
import { spliceString } from '../requests/splice-string.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { seeAnswer } from '../metering/see-answer.ts'

/** An upstream's document for a client of the same format: its bytes, once it is clear that they are an answer, which has one of `keys`. */
export function passDocument(exchange: Exchange, target: Target, reply: Reply, keys: readonly string[]): ClientDocument | Fault {
  const read = readReply(exchange, target, reply)
  if ('failure' in read) return read.whole === undefined ? read : passFailed(exchange, target, reply, read, read.whole)
  if (!keys.some((key) => read.body[key] !== undefined)) return malformedUpstream(`sent a document without ${keys[0]}`)
  return passBody(exchange, target, reply, read.body)
}

/** An answer that says of itself that it failed is what was asked for, where the client's format has such answers; its upstream is blamed. */
function passFailed(exchange: Exchange, target: Target, reply: Reply, fault: Fault, body: JsonObject): ClientDocument | Fault {
  if (exchange.edge.upstream.reportsFailure?.(body) !== true || isCredentialsRefused(fault.failure)) return fault
  recordFailure(target.channel, fault.failure)
  return { ...passBody(exchange, target, reply, body), outcome: fault.failure.code }
}

function passBody(exchange: Exchange, target: Target, reply: Reply, body: JsonObject): ClientDocument {
  exchange.usage = exchange.edge.upstream.usageOf(body)
  seeAnswer(exchange, () => sampleOfPassed(exchange, body))
  const { id } = body
  if (typeof id === 'string') exchange.keeper?.name(id, target.channel)
  const name = answerName(exchange, target)
  const bytes = name === undefined ? reply.bytes : spliceString(reply.bytes, exchange.edge.upstream.modelAt.document, name)
  return { headers: forwardedHeaders(exchange, reply.headers), body: bytes }
}
