import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** The folder for SQLite's file; without it, and without `databaseUrl`, the store is in memory. */
  readonly data?: string | undefined
  /** `postgres://…`: the store is there, and several gateways may share it. */
  readonly databaseUrl?: string | undefined
}

/**
 * The store that a configuration names, its tables brought up to this version. `report` hears of what the store cannot do in the background.
 * Throws `ConfigError` where it cannot be used.
 */
export async function openStore({ data, databaseUrl }: StoreOptions, report: (problem: string) => void = () => {}): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(data, report)
  // Its client is loaded only where it is used.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts')
  return openPostgresStore(databaseUrl, report)
}
