import type { UsageRecord } from '../metering/usage-record.ts'

/** Takes usage records one at a time, as requests end, and brings them into the table many at a time. */
export interface UsageKeeper {
  /** Calls `done` once the record is kept, or once waiting for that would hold up the client. Never throws. */
  keep(record: UsageRecord, done: () => void): void
  /** Resolves once everything that was taken before is in the table, or cannot be brought there now. Never rejects. */
  settle(): Promise<void>
  /** The last try. */
  close(): Promise<void>
}
