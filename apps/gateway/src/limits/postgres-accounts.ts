import type { Pool } from 'pg'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'

/** Unlogged: what a crash of the database loses is a minute of rates; what was spent is known from the usage records. */
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
      return row && { account: JSON.parse(row.account) as Account, revision: Number(row.revision) } // written below
    },
    async replace(name, account, revision, expiresAt) {
      const values = [name, revision, JSON.stringify(account), Math.ceil(expiresAt)]
      // A new account is rare enough to look for those that nobody needs any more.
      if (revision === 0) await pool.query(sweep, [Date.now()])
      const text = revision === 0 ? insert : update
      return (await pool.query({ name: revision === 0 ? 'new-account' : 'next-account', text, values })).rowCount === 1
    },
  }
}
