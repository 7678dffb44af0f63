import { ConfigError } from '../config/config-error.ts'
import { readConfig } from '../config/read-config.ts'
import { openStore } from '../store/open-store.ts'
import { StoreError } from '../store/store-error.ts'
import type { Store } from '../store/store.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command on the store that the gateway of this environment and folder uses; `place` says to people where that is. `run` gives the exit code. */
export async function withStore({ err }: Terminal, run: (store: Store, place: string) => Promise<number>): Promise<void> {
  let store: Store | undefined
  try {
    const config = readConfig(process.env, process.cwd())
    store = await openStore(config)
    process.exitCode = await run(store, config.databaseUrl === undefined ? (config.data ?? 'memory') : 'the database of DATABASE_URL')
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    err(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await store?.close()
  }
}
