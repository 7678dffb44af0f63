import type { ApiKey } from './api-key.ts'
import type { UsageRecord } from './usage-record.ts'
import type { JsonObject } from '@interlingua/core'

export interface StoredDocument {
  /** Kind of document: `response`, `conversation`, `cached-content`, … */
  readonly kind: string
  readonly id: string
  /** Id of the owner's key. */
  readonly owner: string
  /** Creation in milliseconds since the epoch. */
  readonly createdAt: number
  /** Time from which on the document counts as missing. Absent: never. */
  readonly expiresAt?: number
  /** Number of the version, from 1, which grows with each change. */
  readonly revision: number
  readonly body: JsonObject
}

/** Takes usage records one at a time, as requests end, and writes them to the table in batches. */
export interface UsageWriter {
  /** Calls `done` once the record is kept, or once a further wait would hold up the client. Never throws. */
  keep(record: UsageRecord, done: () => void): void
  /** Resolves once all earlier records are in the table, or cannot be written now. Never rejects. */
  settle(): Promise<void>
  /** Tries a last time to write all records. */
  close(): Promise<void>
}

/**
 * State of a gateway that outlives the process; several gateways may share one store. A resolved promise means that the change survives `kill -9`.
 * Rejects with a `StoreError` if the store cannot be reached.
 */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly keys: KeyStore
  readonly usage: UsageStore
  readonly documents: DocumentStore
  /** Resolves if the store can be used now. */
  ping(): Promise<void>
  /** Deletes documents that have expired at `now`, and usage records older than `usageBefore`. Returns the number of both. */
  sweep(now: number, usageBefore?: number): Promise<number>
  close(): Promise<void>
}

export interface KeyStore {
  /** Finds a key by the hash of its secret or of its previous one, also a revoked or expired one, and where the previous secret has ended. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(idOrName: string): Promise<ApiKey | undefined>
  list(): Promise<readonly ApiKey[]>
  /** Reads the keys of `ids` that exist. */
  getMany(ids: readonly string[]): Promise<readonly ApiKey[]>
  /** Lists the matching keys, the newest first. */
  page(
    filter: KeyFilter,
    page: { readonly limit: number; readonly before?: { readonly createdAt: number; readonly id: string } },
  ): Promise<readonly ApiKey[]>
  /** Counts all keys, and those that are neither revoked nor expired at `now`. */
  count(now: number): Promise<{ readonly all: number; readonly valid: number }>
  /** Adds a key. False if its id, name or hash is taken. */
  insert(key: ApiKey): Promise<boolean>
  /**
   * Replaces the secret, the previous secret and the terms of the key with this id. False if there is none, if it is revoked, or if its secrets are
   * others than those of `seen`, the key as it was read before.
   */
  replace(key: ApiKey, seen?: ApiKey): Promise<boolean>
  /** Revokes a key. False if there is none; true also for a key that is revoked already. */
  revoke(id: string, at: number): Promise<boolean>
  /** Number that changes once any key changed, by any process; cheap enough to be read for each request. */
  version(): number | Promise<number>
}

export interface KeyFilter {
  /** Words that all occur in the name, the id or the hint, in whatever case. */
  readonly words?: readonly string[]
  /** Time at which the keys are valid. Absent: revoked and expired ones, too. */
  readonly validAt?: number
  /** True: keys with a budget. */
  readonly withBudget?: true
}

export interface UsageStore {
  /**
   * Keeps the record of a request that ends: `done` is called once it is kept, or after two seconds without an answer of the store. Lists and sums
   * include the record at once. Never throws.
   */
  keep(record: UsageRecord, done: () => void): void
  /** Adds records. Each is kept once, by its time and id, however often it is added. */
  add(records: readonly UsageRecord[]): Promise<void>
  /** Lists records, the newest first. */
  list(
    filter: UsageFilter,
    page: { readonly limit: number; readonly before?: { readonly at: number; readonly id: string } },
  ): Promise<readonly UsageRecord[]>
  /** Finds a record. `at`: its time, without which all records are searched, the newest first. */
  find(id: string, at?: number): Promise<UsageRecord | undefined>
  /** Time of the newest record of each key that has one, in milliseconds since the epoch, by the key's id. */
  lastUses(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Sums the cost of each key from the time that is asked for it, in millionths, by the key's id. Each key is asked for once. */
  spent(asked: readonly SpentQuery[]): Promise<ReadonlyMap<string, number>>
  /** Counts the matching records by what they lost, by client, format and channel. Records without losses are counted too. */
  countLosses(filter: UsageFilter): Promise<readonly LossCount[]>
  /**
   * Sums over the matching records, one row for each value of `by`, the highest cost first; without `by` one row for all. `split`: second group, each
   * value of which has a row of its own within the first.
   */
  sum(filter: UsageFilter, by?: UsageGroup, split?: UsageGroup): Promise<readonly UsageSum[]>
  /** Counts the matching requests that went well by how long they took, for each value of `by`. */
  times(filter: UsageFilter, by: UsageGroup): Promise<readonly UsageTimes[]>
}

/** Key whose cost is asked for, between two times in milliseconds since the epoch: `from` is included, `to` is not. */
export interface SpentQuery {
  readonly key: string
  readonly from?: number
  readonly to?: number
}

/** Number of requests of a group for each stretch of time; `millis` is the middle of the stretch, at most 3 % beside the true time. */
export interface UsageTimes {
  readonly group: string
  /** Time until the end of the answer, and until its first byte, where it was a stream; the shortest first. */
  readonly whole: readonly TimeCount[]
  readonly firstByte: readonly TimeCount[]
}

export interface TimeCount {
  readonly millis: number
  readonly requests: number
}

/** Number of records with the same losses. */
export interface LossCount {
  /** Codes of the losses; empty for none. */
  readonly notices: readonly string[]
  readonly client: string
  readonly format: string
  readonly channel: string
  readonly requests: number
}

/** Group of records. `pair`: format of the client and channel; `served`: channel and model of the upstream; each with a line break between. */
export type UsageGroup = 'key' | 'model' | 'channel' | 'client' | 'format' | 'pair' | 'served' | 'minute' | 'hour' | 'day'

export interface UsageFilter {
  readonly key?: string
  readonly model?: string
  readonly channel?: string
  /** Name of the client's program, or the beginning of name and version. */
  readonly client?: string
  readonly format?: string
  readonly operation?: string
  /** True: requests that failed; false: those that did not. */
  readonly failed?: boolean
  /** True: requests whose tokens are estimated. */
  readonly estimated?: true
  /** First and last status. */
  readonly status?: readonly [number, number]
  /** Code of a loss. */
  readonly notice?: string
  /** Least duration in milliseconds, and least cost in millionths. */
  readonly leastMillis?: number
  readonly leastMicros?: number
  /** Times in milliseconds since the epoch: `from` is included, `to` is not. */
  readonly from?: number
  readonly to?: number
}

export interface UsageSum {
  /** Value of the group; empty for the sum of all. */
  readonly group: string
  /** Value of the second group. Absent: there was none. */
  readonly part?: string
  readonly requests: number
  readonly failed: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costMicros: number
  /** Number of requests that used something whose price is not known, so that the cost leaves them out. */
  readonly unpriced: number
  /** Part of the cost that attempts caused which failed: the whole cost of a request that failed, and that of attempts before a good one. */
  readonly failedMicros: number
  /** Number of requests with a failed attempt whose cost is not known although it used something. */
  readonly failedUnpriced: number
  /** Number of requests whose tokens are estimated, all or some of them, and the cost by those tokens. */
  readonly estimated: number
  readonly estimatedMicros: number
}

/** Documents of all kinds (stored responses, conversations, cached contents, tasks), each found only under its kind. */
export interface DocumentStore {
  /** Adds a document. False if its kind and id are taken. */
  insert(document: StoredDocument): Promise<boolean>
  /** Compare and set: writes `document` with the next revision if the stored one has `document.revision`. False if it has another, or is gone. */
  replace(document: StoredDocument): Promise<boolean>
  /** Reads a document that has not expired at `now`. */
  get(kind: string, id: string, now: number): Promise<StoredDocument | undefined>
  /** Reads the documents of `ids` that exist, in that order. */
  getMany(kind: string, ids: readonly string[], now: number): Promise<readonly StoredDocument[]>
  /** Lists an owner's documents, or all owners', by time of creation, then id. */
  list(kind: string, page: DocumentPage): Promise<readonly StoredDocument[]>
  delete(kind: string, id: string): Promise<boolean>
  /** Prolongs documents that would expire before this time; nothing else about them changes, not even the revision. */
  prolong(kind: string, ids: readonly string[], expiresAt: number): Promise<void>
}

export interface DocumentPage {
  readonly owner?: string
  readonly now: number
  readonly limit: number
  readonly order: 'oldest-first' | 'newest-first'
  /** Document after which the page begins. */
  readonly after?: { readonly createdAt: number; readonly id: string }
}
