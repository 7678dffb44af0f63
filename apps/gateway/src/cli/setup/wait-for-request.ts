import type { Store, UsageRecord } from '@interlingua/store'
import { formatMillis } from '../format-columns.ts'
import type { Terminal } from '../terminal.ts'

/** Milliseconds between two looks, and of the longest wait. */
const interval = 300
const longest = 600_000

/** First request of an agent, and what it says of the set-up. */
export interface FirstRequest {
  readonly good: boolean
  readonly text: string
}

/**
 * Waits for the first request that a key sends after `since`, and judges it. Undefined after ten minutes without one, or after `stop` of the
 * caller's own.
 */
export async function waitForRequest(
  store: Store,
  key: string,
  since: number,
  stopped: () => boolean,
  wait = longest,
): Promise<FirstRequest | undefined> {
  for (const until = Date.now() + wait; !stopped() && Date.now() < until;) {
    // The first one that counts is the oldest: lists begin with the newest.
    const record = (await store.usage.list({ key, from: since }, { limit: 100 })).at(-1)
    if (record !== undefined) return judge(record)
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
  return undefined
}

function judge({ format, channel, upstreamModel, model, status, outcome, stream, millis, notices, id }: UsageRecord): FirstRequest {
  const way = [format, ...(channel === undefined ? [] : [`${channel} ${upstreamModel ?? model}`])].join(' → ')
  const time = formatMillis(millis)
  if (outcome === 'ok')
    return {
      good: true,
      text: `${way}, ${status}${stream ? ', streamed' : ''}, ${time}${notices.length === 0 ? '' : `, with notices: ${notices.join(', ')}`}`,
    }
  return { good: false, text: `${way}, ${status} ${outcome} after ${time}; interlingua requests ${id} says more` }
}

/** Runs the wait at a terminal. Returns the exit code: 0 after a good request, 1 after a bad one or none, 130 after an interrupt. */
export async function showFirstRequest(store: Store, key: string, since: number, { err }: Terminal): Promise<number> {
  let stopped = false
  const stop = (): void => void (stopped = true)
  process.once('SIGINT', stop)
  err('\n  waiting for its first request (Ctrl-C ends the wait, and changes nothing) …\n')
  try {
    const first = await waitForRequest(store, key, since, () => stopped)
    if (first === undefined) {
      err(stopped ? '' : '  no request came in ten minutes\n')
      return stopped ? 130 : 1
    }
    err(`  ${first.good ? 'works' : 'FAILED'}   ${first.text}\n`)
    return first.good ? 0 : 1
  } finally {
    process.removeListener('SIGINT', stop)
  }
}
