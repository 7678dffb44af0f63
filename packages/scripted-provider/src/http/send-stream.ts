import { once } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import type { StreamScript } from '../stream-script.ts'
import type { DemoRequest } from './demo-request.ts'
import { readDuration } from './read-duration.ts'
import { requestIdOf } from './request-id-of.ts'
import type { VendorProfile } from './vendor-profile.ts'

/** Streams an answer event by event, and breaks it where the directives ask for that. Ends early when the client has gone. */
export async function sendStream(
  demoRequest: DemoRequest,
  dialect: VendorProfile,
  script: StreamScript,
  directives: Directives,
): Promise<void> {
  const { response, signal, state } = demoRequest
  const breakAt = breakingPoint(directives) ?? script.middle
  const delay = readDuration(directives.get('slow')) || state.eventDelayMs
  const stall = directives.get('stall')
  response.writeHead(200, { 'content-type': script.contentType, 'cache-control': 'no-cache', ...requestIdOf(demoRequest, dialect) })
  response.flushHeaders()
  let i = 0
  for (const piece of script.pieces) {
    if (i === breakAt) {
      if (stall && !stall.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
      if (directives.has('cut')) return void setImmediate(() => response.destroy())
      if (directives.has('cut-clean')) return void response.end()
      if (directives.has('malformed')) await write(demoRequest, script.malformed)
      const failing = directives.get('error-event')
      if (failing) return void response.end(script.fail(brokenOff, failing.words))
    }
    await write(demoRequest, piece)
    if (delay > 0) await sleep(delay, undefined, { signal })
    else if (i % 16 === 15) await nextTick() // lets the event of a client that left arrive
    if (signal.aborted) return
    i++
  }
  response.end()
}

const brokenOff: Failure = {
  code: 'overloaded',
  message: 'Demo provider: overloaded in the middle of the stream, as asked for',
  retryable: true,
}

/** The number of events before the break, from the option `after` of a breaking directive. */
function breakingPoint(directives: Directives): number | undefined {
  for (const name of ['stall', 'cut', 'cut-clean', 'error-event', 'malformed']) {
    const after = directives.get(name)?.options['after']
    if (after !== undefined) return Number(after)
  }
  return undefined
}

async function write({ response, signal }: DemoRequest, text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || signal.aborted || response.write(text)) return
  await once(response, 'drain', { signal }).catch(() => {}) // the client left: the loop sees it
}
