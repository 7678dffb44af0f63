import type { DatabaseSync } from 'node:sqlite'
import { newerStore } from '../newer-store.ts'

/** The steps by which SQLite's tables became what they are. A step that was released is never changed: what is new is a new step. */
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
]

/** Brings the tables of `file` up to this version; safe where several processes do so at once. Throws `ConfigError` where they are newer. */
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
