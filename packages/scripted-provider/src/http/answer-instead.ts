import { setTimeout as sleep } from 'node:timers/promises'
import type { Directives } from '../read-directives.ts'
import type { DemoRequest } from './demo-request.ts'
import { readDuration } from './read-duration.ts'

/**
 * Obeys the directives that replace the answer: silence, or the page of a broken proxy. Returns true where the request is answered with
 * that.
 */
export async function answerInstead({ response, signal }: DemoRequest, directives: Directives): Promise<boolean> {
  const stall = directives.get('stall')
  if (stall?.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
  if (!directives.has('html-502')) return false
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>')
  return true
}
