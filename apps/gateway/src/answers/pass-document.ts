import type { ClientDocument } from './answer-document.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { sampleOfPassed } from '../metering/sample-of-passed.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { seeAnswer } from '../metering/see-answer.ts'

/** An upstream's document for a client of the same format: its bytes, once it is clear that they are an answer, which has one of `keys`. */
export function passDocument(exchange: Exchange, target: Target, reply: Reply, keys: readonly string[]): ClientDocument | Fault {
  const read = readReply(exchange, target, reply)
  if ('failure' in read) return read
  if (!keys.some((key) => read.body[key] !== undefined)) return malformedUpstream(`sent a document without ${keys[0]}`)
  exchange.usage = exchange.door.usageOf(read.body)
  seeAnswer(exchange, () => sampleOfPassed(exchange, read.body))
  const { id } = read.body
  if (typeof id === 'string') exchange.keeper?.name(id, target.channel)
  return { headers: forwardedHeaders(exchange, reply.headers), body: reply.bytes }
}
