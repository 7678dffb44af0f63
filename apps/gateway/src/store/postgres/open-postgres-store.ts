import { setTimeout as pause } from 'node:timers/promises'
import { Pool, types, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import { ConfigError } from '../../config/config-error.ts'
import { addForgivingly } from '../add-forgivingly.ts'
import { createStore } from '../create-store.ts'
import { createUsageStore } from '../create-usage-store.ts'
import type { Database, Row, Value } from '../database.ts'
import { newerStore } from '../newer-store.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import { createGroupCommit } from './create-group-commit.ts'
import { createKeyWatch } from './create-key-watch.ts'
import { isDisconnected } from './is-disconnected.ts'
import { migrations } from './migrations.ts'

/** Rows of one statement. */
const rowsAtOnce = 1000

/** Statements whose text was made for PostgreSQL, kept: there are few, and each comes often. */
const textsKept = 1000

/** PostgreSQL as a store uses it. */
function createPostgresDatabase(pool: Pool): Database {
  const texts = new Map<string, string>()

  function textOf(sql: string): string {
    let text = texts.get(sql)
    if (text === undefined) {
      if (texts.size >= textsKept) texts.clear()
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
        // Data exceptions and violated constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html
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
        // A connection of the pool may have died since it was used last: reading again does no harm.
        if (error instanceof StoreError && isDisconnected(error.cause)) return (await query(text, values)).rows
        throw error
      }
    },
    write: async (sql, values) => (await query(textOf(sql), values)).rowCount ?? 0,
    async insertAll(table, columns, rows) {
      const names = columns.join(', ')
      // One text of JSON costs a tenth of as many parameters.
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const records = rows.slice(from, from + rowsAtOnce).map((row) => recordOf(columns, row))
        await query(sql, [JSON.stringify(records)])
      }
    },
  }
}

function recordOf(columns: readonly string[], row: readonly Value[]): Record<string, Value> {
  const record: Record<string, Value> = {}
  for (const [index, column] of columns.entries()) {
    const value = row[index] ?? null
    // Half a pair of surrogates would be refused.
    if (value !== null) record[column] = typeof value === 'string' ? withoutNul(value.toWellFormed()) : value
  }
  return record
}

/** PostgreSQL's texts hold no U+0000: nothing of ours has one, and what a client asks for with one is not there. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Any number, the same for all gateways of one database: who has it may change tables. */
const lock = 0x696c_6d67

/** Brings the tables up to this version; of several gateways that start at once, one does it. Throws `ConfigError` where they are newer. */
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

/** Milliseconds. Whoever waits is a client. */
const connectPatience = 3000
const queryPatience = 10_000
/** Milliseconds that a start waits for a database that is starting too. */
const startPatience = 10_000
const connections = 20

/** The store on a PostgreSQL server, which several gateways may share. Throws `ConfigError` where it cannot be used. */
export async function openPostgresStore(url: string, report: (problem: string) => void): Promise<Store> {
  const place = placeOf(url)
  const settings: PoolConfig = {
    connectionString: url,
    application_name: 'interlingua',
    keepAlive: true,
    types: { getTypeParser: parserOf },
  }
  const pool = new Pool({ ...settings, max: connections, connectionTimeoutMillis: connectPatience, query_timeout: queryPatience })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  try {
    await prepare(pool, place)
    const database = createPostgresDatabase(pool)
    const watch = await createKeyWatch(settings, async () => {
      const [row] = await database.read("SELECT value FROM counters WHERE name = 'keys'", [])
      return Number(row?.['value'])
    })
    const usage = createUsageStore(database)
    const keeper = createGroupCommit(
      addForgivingly(usage.add, ({ id }) => id, report),
      report,
    )
    return createStore('postgres', database, usage, keeper, {
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

/** Our numbers of 64 bits are times, tokens and millionths of money: all below what a number can hold. */
const parserOf: typeof types.getTypeParser = (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format))

async function prepare(pool: Pool, place: string): Promise<void> {
  const end = performance.now() + startPatience
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

/** A database's address for people: without the password, the user and the settings. Throws `ConfigError` where it is no address of PostgreSQL. */
function placeOf(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:/.test(url))
    throw new ConfigError('DATABASE_URL: this is not an address such as postgres://user:password@host:5432/database')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
