import type { ConcurrencyQueue } from './concurrency-queue.ts'

export interface QueueOptions {
  /** Calls at the same time. */
  readonly calls: number
  /** Requests that may wait. */
  readonly waiting: number
  /** Milliseconds that one may wait. */
  readonly timeoutMs: number
}

interface Waiter {
  readonly go: () => void
  readonly timer: NodeJS.Timeout
}

const stay = (): void => {}

/** First come, first served. */
export function createConcurrencyQueue({ calls, waiting, timeoutMs }: QueueOptions): ConcurrencyQueue {
  const waiters = new Set<Waiter>()
  let running = 0
  return {
    get running() {
      return running
    },
    get waiting() {
      return waiters.size
    },
    enter(go, full) {
      if (running < calls) {
        running++
        go()
        return stay
      }
      if (waiters.size >= waiting) {
        full()
        return stay
      }
      const step = (): boolean => {
        clearTimeout(waiter.timer)
        return waiters.delete(waiter)
      }
      const waiter: Waiter = { go, timer: setTimeout(() => step() && full(), timeoutMs) }
      waiters.add(waiter)
      return step
    },
    leave() {
      const [next] = waiters
      if (next === undefined) return void running--
      // The place goes from hand to hand.
      waiters.delete(next)
      clearTimeout(next.timer)
      next.go()
    },
  }
}
