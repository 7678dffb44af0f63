import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import { openStore, type Store, type StoreOptions } from '@interlingua/store'
import { tierOf } from '../../../../tools/tier.ts'

export interface StoreKind {
  readonly name: string
  /** Creates an empty store, and returns the options that name it. */
  create(): Promise<StoreOptions>
}

export interface OpenedStores {
  readonly kinds: readonly StoreKind[]
  /** Opens a store that is closed after the file's tests. */
  open(options: StoreOptions, report?: (problem: string) => void): Promise<Store>
}

/** Fast tests start no services: there is SQLite alone. Such a test file runs in the slow tier once more, over all stores. */
export const hasServices = tierOf(process.env) !== 'fast'

/** The stores that outlive their process and that this machine can run. */
export async function openStores(): Promise<OpenedStores> {
  const postgres = hasServices ? await (await import('../services/start-postgres.ts')).startPostgres() : undefined
  const kinds: StoreKind[] = [{ name: 'SQLite', create: async () => ({ dataDir: tempFolder('store') }) }]
  if (postgres) kinds.push({ name: 'PostgreSQL', create: async () => ({ databaseUrl: await postgres.createDatabase() }) })
  return {
    kinds,
    async open(options, report) {
      const store = await openStore(options, report)
      atEnd(() => store.close())
      return store
    },
  }
}
