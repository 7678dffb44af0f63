import type { ChannelOptions } from './channels/channel-options.ts'

/** Bounded number of places at an upstream, with a bounded queue before them. */
export interface ConcurrencyQueue {
  readonly running: number
  readonly waiting: number
  /**
   * Enters the queue: `go` is called when there is a place, at once if one is free; `full` if the queue is full, or after too long a wait. Returns a
   * function that leaves the queue.
   */
  enter(go: () => void, full: () => void): () => void
  /** Gives a place back. */
  leave(): void
}

export interface QueueOptions {
  /** Largest number of calls at the same time. */
  readonly limit: number
  /** Largest number of waiting requests. */
  readonly queue: number
  /** Longest wait in milliseconds. */
  readonly timeoutMs: number
}

interface Waiter {
  readonly go: () => void
  readonly timer: NodeJS.Timeout
}

const stay = (): void => {}

/**
 * Creates a queue: first come, first served. Bulkheads of libraries hold a place for as long as one promise runs; a place here is held until the last
 * byte of a streamed answer, and a client that leaves gives up its turn.
 */
export function createConcurrencyQueue({ limit, queue, timeoutMs }: QueueOptions): ConcurrencyQueue {
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
      if (running < limit) {
        running++
        go()
        return stay
      }
      if (waiters.size >= queue) {
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
      // The place goes to the next request directly.
      waiters.delete(next)
      clearTimeout(next.timer)
      next.go()
    },
  }
}

/** Options of a channel's queue; undefined: any number of calls may run. */
export function readQueueOptions({ concurrency }: ChannelOptions): QueueOptions | undefined {
  if (concurrency === undefined) return undefined
  const { limit, queue = limit, queueTimeout = 10 } = typeof concurrency === 'number' ? { limit: concurrency } : concurrency
  return { limit, queue, timeoutMs: queueTimeout * 1000 }
}
