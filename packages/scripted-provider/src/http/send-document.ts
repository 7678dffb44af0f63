import { setTimeout as sleep } from 'node:timers/promises'
import type { Directives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import { readDuration } from './read-duration.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { VendorFace } from './vendor-face.ts'

/** A whole answer, or the first half of it where the directives say so. */
export async function sendDocument(exchange: Exchange, dialect: VendorFace, body: unknown, directives: Directives): Promise<void> {
  const { response, signal } = exchange
  const headers = requestIdOf(exchange, dialect)
  const stall = directives.get('stall')
  const broken = directives.has('cut') || directives.has('cut-clean') || directives.has('malformed') || directives.has('error-event')
  if (!broken && !stall) return sendJson(exchange, 200, body, headers)
  const text = JSON.stringify(body)
  const half = Math.ceil(text.length / 2)
  response.writeHead(200, { ...headers, 'content-type': 'application/json' })
  response.write(text.slice(0, half))
  if (stall && !stall.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
  if (!broken) response.end(text.slice(half))
  else if (directives.has('cut')) setImmediate(() => response.destroy())
  else response.end()
}
