import { closeSync, mkdirSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '@interlingua/gateway-kernel'
import { newerStore } from '../errors.ts'

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
  `CREATE INDEX keys_created ON keys (created_at, id);`,
  // All that a search reads, so that it does not look at the rows themselves.
  `DROP INDEX keys_created;
  CREATE INDEX keys_created ON keys (created_at, id, name, hint);`,
  `ALTER TABLE usage ADD COLUMN failed_micros INTEGER;
  ALTER TABLE usage ADD COLUMN failed_unpriced INTEGER;`,
  `ALTER TABLE keys ADD COLUMN previous_hash TEXT;
  ALTER TABLE keys ADD COLUMN previous_hint TEXT;
  ALTER TABLE keys ADD COLUMN previous_until INTEGER;
  ALTER TABLE keys ADD COLUMN previous_next TEXT;
  CREATE INDEX keys_previous ON keys (previous_hash) WHERE previous_hash IS NOT NULL;`,
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

/** Milliseconds that a statement waits while another process writes; all requests wait with it. */
const busyTimeoutMs = 1000

/** Opens a database with current tables, in a file that only its owner may read; in memory without a folder. Throws a `ConfigError`. */
export function openDatabaseFile(folder: string | undefined, file: string): DatabaseSync {
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
