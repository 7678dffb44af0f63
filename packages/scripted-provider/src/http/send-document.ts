import { setTimeout as sleep } from 'node:timers/promises'
import type { WireReply } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import { readDuration } from './read-duration.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialects.ts'

/** A whole answer, or the first half of it where the directives say so. */
export async function sendDocument(
  exchange: Exchange,
  dialect: ServedDialect,
  reply: WireReply<unknown>,
  directives: Directives,
): Promise<void> {
  const { response, requestId, signal } = exchange
  const headers = { ...reply.headers, [dialect.requestIdHeader]: requestId }
  const stall = directives.get('stall')
  const broken = directives.has('cut') || directives.has('cut-clean') || directives.has('malformed') || directives.has('error-event')
  if (!broken && !stall) return sendJson(exchange, reply.status, reply.body, headers)
  const text = JSON.stringify(reply.body)
  const half = Math.ceil(text.length / 2)
  response.writeHead(reply.status, { ...headers, 'content-type': 'application/json' })
  response.write(text.slice(0, half))
  if (stall && !stall.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
  if (!broken) response.end(text.slice(half))
  else if (directives.has('cut')) setImmediate(() => response.destroy())
  else response.end()
}
