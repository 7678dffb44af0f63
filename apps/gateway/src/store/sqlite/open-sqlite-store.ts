import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../../config/config-error.ts'
import { addForgivingly } from '../add-forgivingly.ts'
import { createStore } from '../create-store.ts'
import { createUsageStore } from '../create-usage-store.ts'
import type { Value } from '../database.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import { usageColumns } from '../usage-columns.ts'
import { createJournal } from './create-journal.ts'
import { createSqliteDatabase } from './create-sqlite-database.ts'
import { journalFile } from './journal-file.ts'
import { migrate } from './migrate.ts'
import { readJournal } from './read-journal.ts'
import { sumInPieces } from './sum-in-pieces.ts'

/** Milliseconds after which nobody writes a journal any more: processes that live begin a new one several times a second. */
const oldAge = 60_000

/**
 * Brings into the table what other processes left in their journals, and deletes those that nobody writes any more. Those of processes that
 * live are read all the same: records that are there already change nothing.
 */
async function replayJournals(
  folder: string,
  own: ReadonlySet<string>,
  add: (rows: readonly (readonly Value[])[]) => Promise<void>,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = journalFile.pidOf(name)
    if (pid === undefined || own.has(name)) continue
    const file = join(folder, name)
    try {
      // Decided before it is read: a process that ends in between has written nothing that is not read.
      const left = isLeft(pid, file)
      await add(readJournal(file))
      if (left) rmSync(file, { force: true })
    } catch (error) {
      // Its process has just brought it in, and deleted it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // errors of the system have a code
    }
  }
}

function isLeft(pid: number, file: string): boolean {
  // Another start of the same container has the same number.
  if (pid === process.pid || Date.now() - statSync(file).mtimeMs > oldAge) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' // errors of the system have a code
  }
}

/** Milliseconds for which an answer holds: asking costs some microseconds. */
const freshness = 10

/** Tells when any key changed: a counter that triggers count up, whichever process writes. */
interface VersionWatch {
  version(): number
  /** This process changed a key: the next answer is read anew. */
  changed(): void
}

function createVersionWatch(connection: DatabaseSync): VersionWatch {
  const counter = connection.prepare("SELECT value FROM counters WHERE name = 'keys'")
  let askedAt = -Infinity
  let version = 0

  return {
    version() {
      const now = performance.now()
      if (now - askedAt < freshness) return version
      try {
        version = Number(counter.get()?.['value'])
      } catch (error) {
        throw new StoreError('SQLite: the version of the keys cannot be read', { cause: error })
      }
      askedAt = now
      return version
    },
    changed() {
      askedAt = -Infinity
    },
  }
}

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
