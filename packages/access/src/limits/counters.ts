import type { AccountStore } from './account.ts'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts points by name in windows: the first points of a name open its window, whose end drops the count. Counters in memory answer at once. */
interface RateCounter {
  add(name: string, points: number): Count | Promise<Count>
  /** Reads the count; undefined if no points were counted in this window. */
  read(name: string): Count | undefined | Promise<Count | undefined>
}

export interface Count {
  readonly points: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

/** Counters of keys' limits, by id of the key. */
export interface KeyCounters {
  /** Place of the counters; those in memory count for this process alone, those of another process for all that ask it. */
  readonly kind: 'memory' | 'postgres' | 'redis' | 'process'
  /** Requests in windows of a minute. */
  readonly requests: RateCounter
  /** Accounts of tokens and money, which are reserved before they are known. Absent: counters in memory need no store. */
  readonly accounts?: AccountStore
  close(): Promise<void>
}

/** Lengths of the windows of counters, in whole seconds. */
export interface Windows {
  readonly requests: number
  readonly tokens: number
  readonly spending: number
  /** Time for which reservations of a dead process count. */
  readonly lease: number
}

export const windows: Windows = { requests: 60, tokens: 60, spending: 3600, lease: 30 }

/** Points of the library's limiter, which only counts here: the limit is the key's own. */
export const endlessPoints = Number.MAX_SAFE_INTEGER

/** Adapts a limiter to a counter without a limit. */
export function counterOf(limiter: RateLimiterAbstract): RateCounter {
  return {
    add: (name, points) => limiter.penalty(name, points).then(countOf),
    read: (name) => limiter.get(name).then((result) => (result === null ? undefined : countOf(result))),
  }
}

/** Converts a result, in which stores may give large numbers as text. */
function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { points: Number(consumedPoints), resetMs: Math.max(0, Number(msBeforeNext)) }
}

/** Opens counters of this process alone, which end with it. */
export function openMemoryCounters({ requests }: Pick<Windows, 'requests'> = windows): KeyCounters {
  return { kind: 'memory', requests: createMemoryCounter(requests * 1000), close: () => Promise.resolve() }
}

interface Window {
  points: number
  /** End of the window in milliseconds since the epoch. */
  readonly until: number
  readonly timer: NodeJS.Timeout
}

/** Creates a counter of this process that answers at once, without a turn of the event loop. `length`: milliseconds of the window. */
function createMemoryCounter(length: number): RateCounter {
  const open = new Map<string, Window>()

  /** Finds the window, unless it has ended: its timer may be late. */
  function find(name: string, now: number): Window | undefined {
    const window = open.get(name)
    return window !== undefined && window.until > now ? window : undefined
  }

  function begin(name: string, points: number, now: number): Count {
    drop(name)
    open.set(name, { points, until: now + length, timer: setTimeout(() => void open.delete(name), length).unref() })
    return { points, resetMs: length }
  }

  function drop(name: string): void {
    const window = open.get(name)
    if (window === undefined) return
    clearTimeout(window.timer)
    open.delete(name)
  }

  return {
    add(name, points) {
      const now = Date.now()
      const window = find(name, now)
      if (window === undefined) return begin(name, points, now)
      window.points += points
      return { points: window.points, resetMs: window.until - now }
    },
    read(name) {
      const now = Date.now()
      const window = find(name, now)
      return window && { points: window.points, resetMs: window.until - now }
    },
  }
}
