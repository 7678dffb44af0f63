import type { ApiKey } from '../keys/api-key.ts'
import type { UsageRecord } from '../metering/usage-record.ts'
import type { StoredDocument } from './stored-document.ts'

/**
 * All state of a gateway that must outlive it. Several gateways may share one store. A promise that is resolved means kept: what was
 * acknowledged survives `kill -9`. Rejects with a `StoreError` where the store cannot be reached.
 */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly keys: KeyStore
  readonly usage: UsageStore
  readonly documents: DocumentStore
  /** Resolves where the store can be used now. */
  ping(): Promise<void>
  /** Deletes what has expired by `now`, and usage records older than `usageBefore`. Gives how many. */
  sweep(now: number, usageBefore?: number): Promise<number>
  close(): Promise<void>
}

export interface KeyStore {
  /** Also those that are revoked or expired: to say so is the caller's. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(idOrName: string): Promise<ApiKey | undefined>
  list(): Promise<readonly ApiKey[]>
  /** False where the id, the name or the hash is taken. */
  insert(key: ApiKey): Promise<boolean>
  /** False where there is no such key. Whoever revokes what is revoked already gets true. */
  revoke(id: string, at: number): Promise<boolean>
  /** A number that differs once any key changed, whichever process changed it: cheap enough to be asked for each request. */
  version(): number | Promise<number>
}

export interface UsageStore {
  /**
   * For the end of a request: `done` is called once the record is kept, or after two seconds in which the store did not answer. Never throws.
   * What was kept is in lists and sums at once.
   */
  keep(record: UsageRecord, done: () => void): void
  /** Each record is kept once, by its time and id, however often it is added. */
  add(records: readonly UsageRecord[]): Promise<void>
  /** The newest first. */
  list(
    filter: UsageFilter,
    page: { readonly limit: number; readonly before?: { readonly at: number; readonly id: string } },
  ): Promise<readonly UsageRecord[]>
  /** Sums over the records that fit, one row for each value of `by`, the dearest first; without `by` one row for all. */
  sum(filter: UsageFilter, by?: UsageGroup): Promise<readonly UsageSum[]>
}

export type UsageGroup = 'key' | 'model' | 'channel' | 'day'

export interface UsageFilter {
  readonly key?: string
  readonly model?: string
  readonly channel?: string
  /** Milliseconds since the epoch: `from` counts, `to` does not. */
  readonly from?: number
  readonly to?: number
}

export interface UsageSum {
  /** The value of what was grouped by; `''` for all. */
  readonly group: string
  readonly requests: number
  readonly failed: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costMicros: number
}

/** Documents of all kinds (stored responses, conversations, cached contents, tasks), each seen only under its kind. */
export interface DocumentStore {
  /** False where kind and id are taken. */
  insert(document: StoredDocument): Promise<boolean>
  /** Compare and set: writes `document` with the next revision where the stored one has `document.revision`. False where it has not, or is gone. */
  replace(document: StoredDocument): Promise<boolean>
  /** Not what has expired by `now`. */
  get(kind: string, id: string, now: number): Promise<StoredDocument | undefined>
  /** Those of `ids` that there are, in that order. */
  getMany(kind: string, ids: readonly string[], now: number): Promise<readonly StoredDocument[]>
  /** An owner's documents (without `owner` everybody's), by time of creation, then id. */
  list(kind: string, page: DocumentPage): Promise<readonly StoredDocument[]>
  delete(kind: string, id: string): Promise<boolean>
  /** Lets those of `ids` that would expire earlier expire at this time. Nothing else about them changes, their revisions neither. */
  prolong(kind: string, ids: readonly string[], expiresAt: number): Promise<void>
}

export interface DocumentPage {
  readonly owner?: string
  readonly now: number
  readonly limit: number
  readonly order: 'oldest-first' | 'newest-first'
  /** The document after which the page begins. */
  readonly after?: { readonly createdAt: number; readonly id: string }
}
