import type { KeyCounters } from './key-counters.ts'
import { openMemoryCounters } from './open-memory-counters.ts'
import type { RateCounter } from './rate-counter.ts'

/** Milliseconds between two trials of counters that failed: who hangs would make each request wait. */
const pause = 1_000

/** Counts in memory whatever the shared counters cannot count, so that their failure stops nobody. `onChange` hears when that begins and ends. */
export function withFallback(shared: KeyCounters, onChange: (isShared: boolean) => void): KeyCounters {
  const own = openMemoryCounters()
  let isShared = true
  let nextTrial = 0

  function note(now: boolean): void {
    if (now === isShared) return
    isShared = now
    onChange(now)
  }

  async function first<T>(count: () => T | Promise<T>, instead: () => T | Promise<T>): Promise<T> {
    if (!isShared) {
      const now = performance.now()
      if (now < nextTrial) return instead()
      nextTrial = now + pause
    }
    try {
      const value = await count()
      note(true)
      return value
    } catch {
      nextTrial = performance.now() + pause
      note(false)
      return instead()
    }
  }

  const both = (counter: RateCounter, spare: RateCounter): RateCounter => ({
    add: (name, points) =>
      first(
        () => counter.add(name, points),
        () => spare.add(name, points),
      ),
    read: (name) =>
      first(
        () => counter.read(name),
        () => spare.read(name),
      ),
    put: (name, points) =>
      first(
        () => counter.put(name, points),
        () => spare.put(name, points),
      ),
    drop: (name) =>
      first(
        () => counter.drop(name),
        () => spare.drop(name),
      ),
  })

  return {
    kind: shared.kind,
    requests: both(shared.requests, own.requests),
    tokens: both(shared.tokens, own.tokens),
    spending: both(shared.spending, own.spending),
    close: () => shared.close(),
  }
}
