import { setTimeout as sleep } from 'node:timers/promises'
import type { Directives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import { readDuration } from './read-duration.ts'

/** Does what directives ask for before there is any answer: silence, and the page of a broken proxy. Whether that was the answer. */
export async function answerInstead({ response, signal }: Exchange, directives: Directives): Promise<boolean> {
  const stall = directives.get('stall')
  if (stall?.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
  if (!directives.has('html-502')) return false
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>')
  return true
}
