import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { addForgivingly, createUsageStore, usageColumns } from '../usage.ts'
import { createStore } from '../create-store.ts'
import { StoreError, type Value } from '../errors.ts'
import type { Store } from '../store.ts'
import { createJournal, journalFile, readJournal } from './journal.ts'
import { openDatabaseFile } from './open-database-file.ts'
import { createSqliteDatabase, lossesInPieces, spentInPieces, sumInPieces, timesInPieces } from './create-sqlite-database.ts'

/** Milliseconds without a change after which a journal counts as abandoned: a live process begins a new one several times a second. */
const oldAge = 60_000

/**
 * Transfers the journals of other processes to the table, and deletes abandoned ones. Journals of live processes are read too, since records that are
 * in the table already change nothing.
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
      // Decided before the read: a process that ends in between has written no record that is not read.
      const left = isLeft(pid, file)
      await add(readJournal(file))
      if (left) rmSync(file, { force: true })
    } catch (error) {
      // The process of the journal has just transferred and deleted it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // errors of the system have a code
    }
  }
}

function isLeft(pid: number, file: string): boolean {
  // Another start of the same container has the same process id.
  if (pid === process.pid || Date.now() - statSync(file).mtimeMs > oldAge) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' // errors of the system have a code
  }
}

/** Milliseconds for which a version is valid, since a read costs some microseconds. */
const freshness = 10

/** Tells when any key changed, by a counter that triggers of the table raise, whichever process writes. */
interface VersionWatch {
  version(): number
  /** Notes a change of this process, so that the counter is read anew. */
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

/** Opens the store in `interlingua.db` of a folder, which is made if it is missing; in memory without a folder. Throws a `ConfigError`. */
export async function openSqliteStore(folder: string | undefined, report: (problem: string) => void): Promise<Store> {
  const file = folder === undefined ? ':memory:' : join(folder, 'interlingua.db')
  const connection = openDatabaseFile(folder, file)
  const database = createSqliteDatabase(connection)
  const { version, changed } = createVersionWatch(connection)
  const usage = createUsageStore(database)
  const add = addForgivingly((rows: readonly (readonly Value[])[]) => database.insertAll('usage', usageColumns, rows), idOfRow, report)
  const journal = createJournal(folder, add, report)
  if (folder !== undefined) await replayJournals(folder, journal.files, add)
  return createStore(
    'sqlite',
    database,
    {
      ...usage,
      sum: sumInPieces(database, usage.sum),
      times: timesInPieces(database, usage.times),
      spent: spentInPieces(database, usage.spent),
      countLosses: lossesInPieces(database, usage.countLosses),
    },
    journal,
    {
      version,
      changed,
      async close() {
        if (connection.isOpen) connection.close()
      },
    },
  )
}

const idPlace = usageColumns.indexOf('id')

function idOfRow(row: readonly Value[]): unknown {
  return row[idPlace]
}
