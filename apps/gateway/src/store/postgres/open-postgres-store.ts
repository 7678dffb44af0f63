import { Pool, types, type PoolConfig } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../../config/config-error.ts'
import { addForgivingly } from '../add-forgivingly.ts'
import { createStore } from '../create-store.ts'
import { createUsageStore } from '../create-usage-store.ts'
import type { Store } from '../store.ts'
import { createGroupCommit } from './create-group-commit.ts'
import { createKeyWatch } from './create-key-watch.ts'
import { createPostgresDatabase } from './create-postgres-database.ts'
import { isDisconnected } from './is-disconnected.ts'
import { migrate } from './migrate.ts'
import { placeOf } from './place-of.ts'

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
