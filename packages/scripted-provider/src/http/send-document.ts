import { setTimeout as sleep } from 'node:timers/promises'
import type { Directives } from '../read-directives.ts'
import type { DemoRequest } from './demo-request.ts'
import { readDuration } from './read-duration.ts'
import { requestIdOf } from './request-id-of.ts'
import { sendJson } from './send-json.ts'
import type { VendorProfile } from './vendor-profile.ts'

/** Sends a whole answer, or its first half where the directives ask for that. */
export async function sendDocument(demoRequest: DemoRequest, dialect: VendorProfile, body: unknown, directives: Directives): Promise<void> {
  const { response, signal } = demoRequest
  const headers = requestIdOf(demoRequest, dialect)
  const stall = directives.get('stall')
  const broken = directives.has('cut') || directives.has('cut-clean') || directives.has('malformed') || directives.has('error-event')
  if (!broken && !stall) return sendJson(demoRequest, 200, body, headers)
  const text = JSON.stringify(body)
  const half = Math.ceil(text.length / 2)
  response.writeHead(200, { ...headers, 'content-type': 'application/json' })
  response.write(text.slice(0, half))
  if (stall && !stall.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
  if (!broken) response.end(text.slice(half))
  else if (directives.has('cut')) setImmediate(() => response.destroy())
  else response.end()
}
