import type { KeyCounters } from './key-counters.ts'
import { openMemoryCounters } from './open-memory-counters.ts'
import type { RateCounter } from './rate-counter.ts'

/** Counts in memory whatever the shared counters cannot count, so that their failure stops nobody. `onChange` hears when that begins and ends. */
export function withFallback(shared: KeyCounters, onChange: (isShared: boolean) => void): KeyCounters {
  const own = openMemoryCounters()
  let isShared = true

  function note(now: boolean): void {
    if (now === isShared) return
    isShared = now
    onChange(now)
  }

  async function first<T>(result: Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      const value = await result
      note(true)
      return value
    } catch {
      note(false)
      return instead()
    }
  }

  const both = (counter: RateCounter, spare: RateCounter): RateCounter => ({
    add: (name, points) => first(counter.add(name, points), () => spare.add(name, points)),
    read: (name) => first(counter.read(name), () => spare.read(name)),
    put: (name, points) => first(counter.put(name, points), () => spare.put(name, points)),
  })

  return {
    kind: shared.kind,
    requests: both(shared.requests, own.requests),
    tokens: both(shared.tokens, own.tokens),
    spending: both(shared.spending, own.spending),
    close: () => shared.close(),
  }
}
