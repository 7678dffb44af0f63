import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { setTimeout as pause } from 'node:timers/promises'
import { isDisconnected } from '../store/postgres/is-disconnected.ts'
import { counterOf, endlessPoints } from './counter-of.ts'
import type { KeyCounters } from './key-counters.ts'
import { accountsTable, postgresAccounts } from './postgres-accounts.ts'
import { windows, type Windows } from './windows.ts'

/** Milliseconds. Whoever waits is a client. */
const patience = 1_000

/** Milliseconds that a start waits for a database that is starting, or busy, too. */
const startPatience = 10_000

/** Unlogged: what is lost in a crash is at most a minute of rates. */
const limitsTable = `CREATE UNLOGGED TABLE IF NOT EXISTS interlingua_limits
  (key varchar(255) PRIMARY KEY, points bigint NOT NULL DEFAULT 0, expire bigint)`

/** What one of several gateways that create the table at once is told: it is there. */
const createdMeanwhile: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710'])

/** Counts on PostgreSQL, for all gateways that use it. Rejects where it cannot be reached. The clocks of the gateways should agree. */
export async function openPostgresCounters(url: string, lengths: Pick<Windows, 'requests'> = windows): Promise<KeyCounters> {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  try {
    for (const table of [limitsTable, accountsTable]) await createTable(pool, table)
  } catch (error) {
    await pool.end()
    throw error
  }
  const requests = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'interlingua_limits',
    tableCreated: true,
    keyPrefix: 'requests',
    points: endlessPoints,
    duration: lengths.requests,
    clearExpiredByTimeout: true,
  })
  return {
    kind: 'postgres',
    requests: counterOf(requests),
    accounts: postgresAccounts(pool),
    close: () => pool.end(),
  }
}

async function createTable(pool: Pool, table: string): Promise<void> {
  const end = performance.now() + startPatience
  for (;;) {
    try {
      await pool.query(table)
      return
    } catch (error) {
      const { code } = error as { readonly code?: unknown } // what a database says has a code; anything else has none
      if (createdMeanwhile.has(code)) return
      const late = error instanceof Error && /query read timeout/i.test(error.message)
      if (!(late || isDisconnected(error)) || performance.now() > end) throw error
      await pause(250)
    }
  }
}
