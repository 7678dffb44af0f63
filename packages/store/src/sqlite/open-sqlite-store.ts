import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '@interlingua/gateway-kernel'
import { addForgivingly, createUsageStore, usageColumns } from '../usage.ts'
import { createStore } from '../create-store.ts'
import { newerStore, StoreError, type Value } from '../errors.ts'
import type { Store } from '../store.ts'
import { createJournal, journalFile, readJournal } from './journal.ts'
import { createSqliteDatabase, sumInPieces } from './create-sqlite-database.ts'

/** Migrations of SQLite's tables; a released one is never changed. */
const migrations: readonly string[] = [
  `CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    models TEXT,
    limits TEXT,
    budget TEXT,
    admin INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO counters (name, value) VALUES ('keys', 1);
  CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN UPDATE counters SET value = value + 1 WHERE name = 'keys'; END;
  CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN UPDATE counters SET value = value + 1 WHERE name = 'keys'; END;
  CREATE TRIGGER keys_deleted AFTER DELETE ON keys BEGIN UPDATE counters SET value = value + 1 WHERE name = 'keys'; END;
  CREATE TABLE usage (
    at INTEGER NOT NULL,
    id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    model TEXT NOT NULL,
    format TEXT NOT NULL,
    channel TEXT,
    upstream_model TEXT,
    stream INTEGER NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    input INTEGER,
    fresh INTEGER,
    cache_read INTEGER,
    cache_write INTEGER,
    tool_use INTEGER,
    output INTEGER,
    reasoning INTEGER,
    estimated INTEGER NOT NULL,
    cost_micros INTEGER,
    millis REAL NOT NULL,
    first_byte_millis REAL,
    notices TEXT,
    PRIMARY KEY (at, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_key ON usage (key_id, at, id);
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX documents_owner ON documents (kind, owner, created_at, id);
  CREATE INDEX documents_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;`,
  `ALTER TABLE usage ADD COLUMN images INTEGER;`,
  `ALTER TABLE usage ADD COLUMN client TEXT;
  ALTER TABLE usage ADD COLUMN details TEXT;`,
  `ALTER TABLE keys ADD COLUMN viewer INTEGER;`,
]

/** Migrates the tables of `file` to this version; safe in several processes at once. Throws a `ConfigError` if they are newer. */
export function migrate(database: DatabaseSync, file: string): void {
  database.exec('CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  database.exec('BEGIN IMMEDIATE')
  try {
    const found = Number(database.prepare('SELECT coalesce(max(version), 0) AS version FROM versions').get()?.['version'])
    if (found > migrations.length) throw newerStore(file, found, migrations.length)
    for (const [index, step] of migrations.entries()) {
      if (index < found) continue
      database.exec(step)
      database.prepare('INSERT INTO versions (version, applied_at) VALUES (?, ?)').run(index + 1, Date.now())
    }
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

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

/** Milliseconds that a statement waits while another process writes; all requests wait with it. */
const busyTimeoutMs = 1000

/** Opens the store in `interlingua.db` of a folder, which is made if it is missing; in memory without a folder. Throws a `ConfigError`. */
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
    // The files hold conversations and hashes of keys, so only their owner may read them.
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (folder !== undefined) closeSync(openSync(file, 'a', 0o600))
    const connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
    // Commits survive the end of the process at any point; the disk itself is synced only at intervals.
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
