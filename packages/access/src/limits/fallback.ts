import { type KeyCounters, openMemoryCounters } from './counters.ts'

/** Milliseconds between two trials of counters that failed, since a trial that hangs makes its request wait. */
const pause = 1_000

/** State of shared counters: whether they answer. */
export interface Outage {
  /** False from a call without an answer until the next one with an answer. */
  readonly isShared: boolean
  /** True if they may be called now. */
  mayTry(): boolean
  /** Notes that a call was answered, or not. */
  note(answered: boolean): void
}

/** Creates the state. `onChange` is called when an outage ends (true) and begins (false). */
export function createOutage(onChange: (isShared: boolean) => void): Outage {
  let isShared = true
  let nextTrial = 0
  return {
    get isShared() {
      return isShared
    },
    mayTry() {
      if (isShared) return true
      const now = performance.now()
      if (now < nextTrial) return false
      nextTrial = now + pause
      return true
    },
    note(answered) {
      if (!answered) nextTrial = performance.now() + pause
      if (answered === isShared) return
      isShared = answered
      onChange(answered)
    },
  }
}

/** Counts in memory while the shared counters fail, so that their failure stops no request. */
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
