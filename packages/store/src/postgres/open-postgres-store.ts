import { createStore } from '../create-store.ts'
import { type Database, newerStore, type Row, StoreError, type Value } from '../errors.ts'
import type { Store } from '../store.ts'
import { addForgivingly, createUsageStore } from '../usage.ts'
import { isDisconnected } from './is-disconnected.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { Pool, type PoolClient, type PoolConfig, type QueryResult, types } from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { createKeyWatch } from './key-watch.ts'

/**
 * Migrations of PostgreSQL's tables; a released one is never changed. Texts that are sorted are compared by their bytes, whatever the database's
 * locale, and truth values are numbers, as in SQLite.
 */
const migrations: readonly string[] = [
  `CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    models TEXT,
    limits TEXT,
    budget TEXT,
    admin SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
  );
  CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
  INSERT INTO counters (name, value) VALUES ('keys', 1);
  CREATE FUNCTION tell_of_keys() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE counters SET value = value + 1 WHERE name = 'keys';
      PERFORM pg_notify('interlingua_keys', '');
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keys FOR EACH STATEMENT EXECUTE FUNCTION tell_of_keys();
  CREATE TABLE usage (
    at BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    model TEXT NOT NULL,
    format TEXT NOT NULL,
    channel TEXT,
    upstream_model TEXT,
    stream SMALLINT NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    input BIGINT,
    fresh BIGINT,
    cache_read BIGINT,
    cache_write BIGINT,
    tool_use BIGINT,
    output BIGINT,
    reasoning BIGINT,
    estimated SMALLINT NOT NULL,
    cost_micros BIGINT,
    millis DOUBLE PRECISION NOT NULL,
    first_byte_millis DOUBLE PRECISION,
    notices TEXT,
    PRIMARY KEY (at, id)
  );
  CREATE INDEX usage_key ON usage (key_id, at, id);
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    owner TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX documents_owner ON documents (kind, owner, created_at, id);
  CREATE INDEX documents_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;`,
  `ALTER TABLE usage ADD COLUMN images BIGINT;`,
  `ALTER TABLE usage ADD COLUMN client TEXT;
  ALTER TABLE usage ADD COLUMN details TEXT;`,
  `ALTER TABLE keys ADD COLUMN viewer SMALLINT;`,
  `CREATE INDEX keys_created ON keys (created_at, id);`,
  `ALTER TABLE usage ADD COLUMN failed_micros BIGINT;
  ALTER TABLE usage ADD COLUMN failed_unpriced SMALLINT;`,
  `ALTER TABLE keys ADD COLUMN previous_hash TEXT;
  ALTER TABLE keys ADD COLUMN previous_hint TEXT;
  ALTER TABLE keys ADD COLUMN previous_until BIGINT;
  ALTER TABLE keys ADD COLUMN previous_next TEXT;
  CREATE INDEX keys_previous ON keys (previous_hash) WHERE previous_hash IS NOT NULL;`,
]

/** Largest number of rows in one statement. */
const sweptAtOnce = 1000

/** Number of converted statements that are kept; there are few, and each comes often. */
const textsKept = 1000

/** PostgreSQL as the store's database. */
function createPostgresDatabase(pool: Pool): Database {
  const texts = new LRUCache<string, string>({ max: textsKept })

  function textOf(sql: string): string {
    let text = texts.get(sql)
    if (text === undefined) {
      let place = 0
      text = sql.replace(/\?/g, () => `$${++place}`)
      texts.set(sql, text)
    }
    return text
  }

  async function query(text: string, values: readonly Value[]): Promise<QueryResult<Row>> {
    try {
      return await pool.query<Row>(text, values.map(withoutNul))
    } catch (error) {
      throw new StoreError(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
        // Classes of data exceptions and violated constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html
        refused: /^2[23]/.test(String((error as { code?: unknown }).code)), // PostgreSQL's errors have a code
      })
    }
  }

  return {
    async read(sql, values) {
      const text = textOf(sql)
      try {
        return (await query(text, values)).rows
      } catch (error) {
        // A pooled connection may have died since its last use; a second read does no harm.
        if (error instanceof StoreError && isDisconnected(error.cause)) return (await query(text, values)).rows
        throw error
      }
    },
    write: async (sql, values) => (await query(textOf(sql), values)).rowCount ?? 0,
    async insertAll(table, columns, rows) {
      const names = columns.join(', ')
      // Rows in one text of JSON cost a tenth of as many parameters.
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`
      for (let from = 0; from < rows.length; from += sweptAtOnce) {
        const records = rows.slice(from, from + sweptAtOnce).map((row) => recordOf(columns, row))
        await query(sql, [JSON.stringify(records)])
      }
    },
  }
}

function recordOf(columns: readonly string[], row: readonly Value[]): Record<string, Value> {
  const record: Record<string, Value> = {}
  for (const [index, column] of columns.entries()) {
    const value = row[index] ?? null
    // PostgreSQL refuses half of a surrogate pair.
    if (value !== null) record[column] = typeof value === 'string' ? withoutNul(value.toWellFormed()) : value
  }
  return record
}

/** Replaces U+0000, which PostgreSQL's texts cannot hold: no stored text has one, so a query with one finds no row. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Key of the advisory lock for migrations, the same for all gateways of one database. */
const lock = 0x696c_6d67

/** Migrates the tables to this version; of several gateways that start at once, one does it. Throws a `ConfigError` if the tables are newer. */
async function migrate(client: PoolClient, place: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await client.query('CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)')
    const { rows } = await client.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM versions')
    const found = rows[0]?.version ?? 0
    if (found > migrations.length) throw newerStore(place, found, migrations.length)
    for (const [index, step] of migrations.entries()) {
      if (index < found) continue
      await client.query(step)
      await client.query('INSERT INTO versions (version, applied_at) VALUES ($1, $2)', [index + 1, Date.now()])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Milliseconds for a connection, and for a query; short, because a client request waits for both. */
const connectTimeoutMs = 3000
const queryTimeoutMs = 10_000
/** Milliseconds that a start waits for a database that starts too. */
const startTimeoutMs = 10_000
const connections = 20

/** Opens the store on a PostgreSQL server, which several gateways may share. Throws a `ConfigError` if it cannot be used. */
export async function openPostgresStore(url: string, report: (problem: string) => void): Promise<Store> {
  const place = placeOf(url)
  const settings: PoolConfig = {
    connectionString: url,
    application_name: 'interlingua',
    keepAlive: true,
    types: { getTypeParser: parserOf },
  }
  const pool = new Pool({ ...settings, max: connections, connectionTimeoutMillis: connectTimeoutMs, query_timeout: queryTimeoutMs })
  // An idle connection that breaks is replaced; without a listener its error would end the process.
  pool.on('error', () => {})
  try {
    await prepare(pool, place)
    const database = createPostgresDatabase(pool)
    const watch = await createKeyWatch(settings, async () => {
      const [row] = await database.read("SELECT value FROM counters WHERE name = 'keys'", [])
      return Number(row?.['value'])
    })
    const usage = createUsageStore(database)
    const writer = createGroupCommit(
      addForgivingly(usage.add, ({ id }) => id, report),
      report,
    )
    return createStore('postgres', database, usage, writer, {
      version: () => watch.version(),
      changed: () => watch.changed(),
      async close() {
        await watch.close()
        await pool.end()
      },
    })
  } catch (error) {
    await pool.end()
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATABASE_URL: ${place} cannot be used (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    })
  }
}

/** Reads integers of 64 bits as numbers: times, tokens and millionths of money are small enough. */
const parserOf: typeof types.getTypeParser = (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format))

async function prepare(pool: Pool, place: string): Promise<void> {
  const end = performance.now() + startTimeoutMs
  for (;;) {
    try {
      const client = await pool.connect()
      try {
        return await migrate(client, place)
      } finally {
        client.release()
      }
    } catch (error) {
      if (!isDisconnected(error) || performance.now() > end) throw error
      await pause(250)
    }
  }
}

/** Address of a database for messages: without password, user and settings. Throws a `ConfigError` for an address that is not PostgreSQL's. */
function placeOf(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:/.test(url))
    throw new ConfigError('DATABASE_URL: this is not an address such as postgres://user:password@host:5432/database')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
