import type { Outage } from './create-outage.ts'
import type { KeyCounters } from './key-counters.ts'
import { openMemoryCounters } from './open-memory-counters.ts'

/** Counts in memory whatever the shared counters cannot count, so that their failure stops nobody. */
export function withFallback(shared: KeyCounters, outage: Outage): KeyCounters {
  const own = openMemoryCounters()

  async function first<T>(count: () => T | Promise<T>, instead: () => T | Promise<T>): Promise<T> {
    if (!outage.mayTry()) return instead()
    try {
      const value = await count()
      outage.note(true)
      return value
    } catch {
      outage.note(false)
      return instead()
    }
  }

  return {
    ...shared,
    requests: {
      add: (name, points) =>
        first(
          () => shared.requests.add(name, points),
          () => own.requests.add(name, points),
        ),
      read: (name) =>
        first(
          () => shared.requests.read(name),
          () => own.requests.read(name),
        ),
    },
  }
}
