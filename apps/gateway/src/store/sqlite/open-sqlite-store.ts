import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../../config/config-error.ts'
import { addForgivingly } from '../add-forgivingly.ts'
import { createStore } from '../create-store.ts'
import { createUsageStore } from '../create-usage-store.ts'
import type { Value } from '../database.ts'
import type { Store } from '../store.ts'
import { usageColumns } from '../usage-columns.ts'
import { createJournal } from './create-journal.ts'
import { createSqliteDatabase } from './create-sqlite-database.ts'
import { createVersionWatch } from './create-version-watch.ts'
import { migrate } from './migrate.ts'
import { replayJournals } from './replay-journals.ts'
import { sumInPieces } from './sum-in-pieces.ts'

/** Milliseconds that a statement waits while another process writes: everybody else waits with it. */
const patience = 1000

/** The store in `interlingua.db` of a folder, which is made where it is missing; without a folder in memory. Throws `ConfigError`. */
export async function openSqliteStore(folder: string | undefined, report: (problem: string) => void): Promise<Store> {
  const file = folder === undefined ? ':memory:' : join(folder, 'interlingua.db')
  const connection = open(folder, file)
  const database = createSqliteDatabase(connection)
  const { version, changed } = createVersionWatch(connection)
  const usage = createUsageStore(database)
  const add = addForgivingly((rows: readonly (readonly Value[])[]) => database.insertAll('usage', usageColumns, rows), idOfRow, report)
  const journal = createJournal(folder, add, report)
  if (folder !== undefined) await replayJournals(folder, journal.files, add)
  return createStore('sqlite', database, { ...usage, sum: sumInPieces(database, usage.sum) }, journal, {
    version,
    changed,
    async close() {
      if (connection.isOpen) connection.close()
    },
  })
}

const idPlace = usageColumns.indexOf('id')

function idOfRow(row: readonly Value[]): unknown {
  return row[idPlace]
}

function open(folder: string | undefined, file: string): DatabaseSync {
  try {
    // Conversations and hashes of keys are nobody else's.
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (folder !== undefined) closeSync(openSync(file, 'a', 0o600))
    const connection = new DatabaseSync(file, { timeout: patience })
    // What is committed survives the end of the process at any point; the disk is asked to keep it only now and then.
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF')
    migrate(connection, file)
    return connection
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${file}: the database cannot be opened (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    })
  }
}
