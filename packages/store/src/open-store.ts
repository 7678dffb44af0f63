import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import type { Store } from './store.ts'
import { explainAbsence } from '@interlingua/gateway-kernel'

/** Milliseconds from the start to the first sweep, and between two sweeps. */
const firstDelay = 60_000
const interval = 600_000

/**
 * Deletes expired documents, and usage records older than the current `usageRetention` (in milliseconds), in intervals. Several gateways may sweep one store. `leads`:
 * false while another process of this gateway does. Returns a function that ends the sweeps.
 */
export function startSweeping(
  store: Store,
  usageRetention: () => number | undefined,
  report: (problem: string) => void,
  leads: () => boolean = () => true,
): () => void {
  let timer = setTimeout(sweep, firstDelay).unref()

  function sweep(): void {
    // Another process sweeps; it may end, and leave the work to this one.
    if (!leads()) {
      timer = setTimeout(sweep, firstDelay).unref()
      return
    }
    const now = Date.now()
    const retention = usageRetention()
    store
      .sweep(now, retention === undefined ? undefined : now - retention)
      .catch((error: unknown) => report(`what has expired cannot be deleted: ${String(error)}`))
      .finally(() => {
        if (!ended) timer = setTimeout(sweep, interval).unref()
      })
  }

  let ended = false
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

export interface StoreOptions {
  /** Folder of SQLite's file. Absent, and without `databaseUrl`: the store is in memory. */
  readonly dataDir?: string | undefined
  /** Address of PostgreSQL, `postgres://…`, which several gateways may share. */
  readonly databaseUrl?: string | undefined
}

/**
 * Opens the store of a configuration, and migrates its tables to this version. `report` is called for problems in the background. Throws a
 * `ConfigError` if the store cannot be used.
 */
export async function openStore({ dataDir, databaseUrl }: StoreOptions, report: (problem: string) => void = () => {}): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(dataDir, report)
  // The client of PostgreSQL is loaded only where it is used.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts').catch(explainAbsence('pg', 'A store in PostgreSQL'))
  return openPostgresStore(databaseUrl, report)
}
