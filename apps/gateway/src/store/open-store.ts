import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** The folder for SQLite's file; without it the store is in memory. */
  readonly data?: string | undefined
}

/** The store that a configuration names, its tables brought up to this version. Throws `ConfigError` where it cannot be used. */
export async function openStore({ data }: StoreOptions): Promise<Store> {
  return openSqliteStore(data)
}
