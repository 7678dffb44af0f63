import { ConfigError } from '../config/config-error.ts'
import { readConfig } from '../config/read-config.ts'
import { openStore } from '../store/open-store.ts'
import { StoreError } from '../store/store-error.ts'
import type { Store } from '../store/store.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command on the store that the gateway of this environment and folder uses. `run` gives the exit code. */
export async function withStore({ err }: Terminal, run: (store: Store) => Promise<number>): Promise<void> {
  let store: Store | undefined
  try {
    store = await openStore(readConfig(process.env, process.cwd()))
    process.exitCode = await run(store)
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    err(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await store?.close()
  }
}
