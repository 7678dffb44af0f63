import type { ContentStore } from './content-store.ts'
import type { Store } from './store.ts'
import type { StoreOptions } from './open-store.ts'

/**
 * Opens the place of contents: `recordings.db` beside the state in SQLite, which only its owner may read; else the store itself, which several
 * gateways share and which sweeps itself. Throws a `ConfigError` if the file cannot be used.
 */
export async function openContents({ dataDir, databaseUrl }: StoreOptions, store: Store): Promise<ContentStore> {
  if (databaseUrl !== undefined || dataDir === undefined)
    return { documents: store.documents, sweep: async () => {}, close: async () => {} }
  const { openSqliteContents } = await import('./sqlite/open-sqlite-contents.ts')
  return openSqliteContents(dataDir)
}
