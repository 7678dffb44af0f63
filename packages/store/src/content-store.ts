import type { DocumentStore } from './store.ts'

/** Documents with what people wrote, apart from the state, so that backups of the state do not hold them. */
export interface ContentStore {
  readonly documents: DocumentStore
  /** Deletes what has expired at `now`, where nothing else does. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}
