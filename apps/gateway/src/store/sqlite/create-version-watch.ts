import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

/** Milliseconds for which an answer holds: asking costs some microseconds. */
const freshness = 10

/** Tells when any key changed: a counter that triggers count up, whichever process writes. */
export interface VersionWatch {
  version(): number
  /** This process changed a key: the next answer is read anew. */
  changed(): void
}

export function createVersionWatch(connection: DatabaseSync): VersionWatch {
  const counter = connection.prepare("SELECT value FROM counters WHERE name = 'keys'")
  let askedAt = -Infinity
  let version = 0

  return {
    version() {
      const now = performance.now()
      if (now - askedAt < freshness) return version
      try {
        version = Number(counter.get()?.['value'])
      } catch (error) {
        throw new StoreError('SQLite: the version of the keys cannot be read', { cause: error })
      }
      askedAt = now
      return version
    },
    changed() {
      askedAt = -Infinity
    },
  }
}
