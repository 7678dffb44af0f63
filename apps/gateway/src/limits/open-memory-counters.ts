import type { KeyCounters } from './key-counters.ts'
import type { Count, RateCounter } from './rate-counter.ts'
import { windows, type Windows } from './windows.ts'

/** Counts for this process alone, and forgets with it. */
export function openMemoryCounters({ requests }: Pick<Windows, 'requests'> = windows): KeyCounters {
  return { kind: 'memory', requests: createMemoryCounter(requests * 1000), close: () => Promise.resolve() }
}

interface Window {
  points: number
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly timer: NodeJS.Timeout
}

/** Counts in this process, at once: a request that is counted here waits for no turn of the event loop. `length` in milliseconds. */
function createMemoryCounter(length: number): RateCounter {
  const open = new Map<string, Window>()

  /** The window that has not ended: its timer may be late. */
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
