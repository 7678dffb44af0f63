import { readConfig } from '../config/read-config.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { openStore, type Store, StoreError } from '@interlingua/store'
import type { Command } from 'commander'
import { showProblems } from './show-problems.ts'

/** Outputs of a command: `out` for its result, `err` for messages about it. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** Adds a command of the command line to its parent. Its action sets `process.exitCode`: 1 if the command failed, 2 if its arguments are wrong. */
export type CliCommand = (parent: Command, terminal: Terminal) => void

/**
 * Runs a command on the store that the gateway of this environment and folder uses; `place` names the store in messages. Returns the exit code of
 * `run`.
 */
export async function withStore({ err }: Terminal, run: (store: Store, place: string) => Promise<number>): Promise<void> {
  let store: Store | undefined
  try {
    const config = readConfig(process.env, process.cwd())
    store = await openStore(config)
    process.exitCode = await run(store, config.databaseUrl === undefined ? (config.dataDir ?? 'memory') : 'the database of DATABASE_URL')
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    err(error instanceof ConfigError ? showProblems(error.message) : `${error.message}\n`)
    process.exitCode = 1
  } finally {
    await store?.close()
  }
}
