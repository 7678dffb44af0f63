import { isJsonObject } from '@interlingua/core'
import type { ClientDocument } from './answer-document.ts'
import type { Reply } from './collect-reply.ts'
import type { Target } from './create-resolver.ts'
import type { Exchange } from './exchange.ts'
import type { Fault } from './fault.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { malformedUpstream } from './malformed-upstream.ts'
import { readReply } from './read-reply.ts'

/** An upstream's document for a client of the same format: its bytes, once it is clear that they are an answer, which has a `key`. */
export function passDocument(exchange: Exchange, target: Target, reply: Reply, key: string): ClientDocument | Fault {
  const read = readReply(exchange, target, reply)
  if ('failure' in read) return read
  if (read.body[key] === undefined) return malformedUpstream(`sent a document without ${key}`)
  const { usage } = read.body
  if (isJsonObject(usage)) {
    const input = usage['input_tokens'] ?? usage['prompt_tokens']
    const output = usage['output_tokens'] ?? usage['completion_tokens']
    exchange.usage = { ...(typeof input === 'number' && { input }), ...(typeof output === 'number' && { output }) }
  }
  return { headers: forwardedHeaders(reply.headers), body: reply.bytes }
}
