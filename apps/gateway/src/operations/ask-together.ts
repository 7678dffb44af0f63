import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { CallGroup } from '../upstreams/call-group.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { askUpstream, type UpstreamAsk } from './ask-upstream.ts'

/** Calls that one request takes. */
export interface AskTogether<T> {
  readonly count: number
  /** Calls at the same time. */
  readonly most: number
  /** Made when its turn comes: not all of them are in memory at once. */
  readonly ask: (index: number) => UpstreamAsk
  /** What a call gave. Throws what fails the attempt. */
  readonly read: (reply: Reply, index: number) => T
}

/**
 * All of the calls, of which every one must succeed; what they gave, in their order. The first that fails rejects, and ends the others, as
 * does a client that leaves. They count as one attempt.
 */
export function askTogether<T>(exchange: Exchange, target: Target, { count, most, ask, read }: AskTogether<T>): Promise<readonly T[]> {
  const group: CallGroup = { over: false, counted: false, running: new Set() }
  const results: T[] = []
  let next = 0
  let done = 0
  if (count === 0) return Promise.resolve(results)

  function end(): void {
    group.over = true
    for (const call of group.running) call.abort(new Error('the answer is not wanted any more'))
  }

  ;(exchange.releases ??= []).push(end)
  return new Promise((resolve, reject) => {
    /** Never rejects. */
    async function work(): Promise<void> {
      while (next < count && !group.over) {
        const index = next++
        try {
          const { request, ...rest } = ask(index)
          results[index] = read(await askUpstream(exchange, target, { ...rest, request: { ...request, group } }), index)
        } catch (error) {
          if (group.over) return
          reject(error)
          return end()
        }
        done++
        if (done === count) return resolve(results)
        // An upstream that was not well gets one call, and the others once that has shown that it is.
        if (done === 1) widen()
      }
    }

    let workers = 0
    function widen(): void {
      while (workers < Math.min(most, count)) {
        workers++
        void work()
      }
    }

    if (target.channel.circuit.state === 'closed') return widen()
    workers++
    void work()
  })
}
