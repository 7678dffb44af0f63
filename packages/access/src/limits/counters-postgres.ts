import type { Account, AccountStore } from './account.ts'
import { counterOf, endlessPoints, type KeyCounters, windows, type Windows } from './counters.ts'
import { isDisconnected } from '@interlingua/store'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

/** Table without a write-ahead log: a crash of the database loses a minute of rates, and spending is known from the usage records. */
export const accountsTable = `CREATE UNLOGGED TABLE IF NOT EXISTS interlingua_accounts
  (name text PRIMARY KEY, revision bigint NOT NULL, account text NOT NULL, expires_at bigint NOT NULL)`

const select = 'SELECT revision, account FROM interlingua_accounts WHERE name = $1'
const insert = 'INSERT INTO interlingua_accounts (name, revision, account, expires_at) VALUES ($1, $2 + 1, $3, $4) ON CONFLICT DO NOTHING'
const update = 'UPDATE interlingua_accounts SET revision = $2 + 1, account = $3, expires_at = $4 WHERE name = $1 AND revision = $2'
const sweep = 'DELETE FROM interlingua_accounts WHERE expires_at < $1'

interface Row {
  readonly revision: string
  readonly account: string
}

export function postgresAccounts(pool: Pool): AccountStore {
  return {
    async read(name) {
      const { rows } = await pool.query<Row>({ name: 'account', text: select, values: [name] })
      const [row] = rows
      return row && { account: JSON.parse(row.account) as Account, revision: Number(row.revision) } // `replace` below writes accounts
    },
    async replace(name, account, revision, expiresAt) {
      const values = [name, revision, JSON.stringify(account), Math.ceil(expiresAt)]
      // New accounts are rare, so each one pays for a sweep of expired ones.
      if (revision === 0) await pool.query(sweep, [Date.now()])
      const text = revision === 0 ? insert : update
      return (await pool.query({ name: revision === 0 ? 'new-account' : 'next-account', text, values })).rowCount === 1
    },
  }
}

/** Query timeout in milliseconds; short, because a client request waits for it. */
const queryTimeoutMs = 1_000

/** Milliseconds that a start waits for a database that starts too, or is busy. */
const startTimeoutMs = 10_000

/** Table without a write-ahead log, since a crash loses at most a minute of rates. */
const limitsTable = `CREATE UNLOGGED TABLE IF NOT EXISTS interlingua_limits
  (key varchar(255) PRIMARY KEY, points bigint NOT NULL DEFAULT 0, expire bigint)`

/** SQLSTATEs for one of several gateways that create the table at once: the table is there. */
const createdMeanwhile: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710'])

/** Opens counters on PostgreSQL, for all gateways that use it, whose clocks should agree. Rejects if it cannot be reached. */
export async function openPostgresCounters(url: string, lengths: Pick<Windows, 'requests'> = windows): Promise<KeyCounters> {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks is replaced; without a listener its error would end the process.
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
  const end = performance.now() + startTimeoutMs
  for (;;) {
    try {
      await pool.query(table)
      return
    } catch (error) {
      const { code } = error as { readonly code?: unknown } // errors of a database have a code, others have none
      if (createdMeanwhile.has(code)) return
      const late = error instanceof Error && /query read timeout/i.test(error.message)
      if (!(late || isDisconnected(error)) || performance.now() > end) throw error
      await pause(250)
    }
  }
}
