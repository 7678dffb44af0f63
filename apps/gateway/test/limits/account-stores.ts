import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { type AccountStore, openMemoryAccounts } from '@interlingua/access'
import { accountsTable, postgresAccounts } from '@interlingua/access/postgres'
import { redisAccounts } from '@interlingua/access/redis'
import { atEnd } from '../at-end.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { sqliteAccounts } from './sqlite-accounts.ts'

export interface AccountStores {
  readonly name: string
  /** Opens stores like those of several processes: each has a connection of its own. */
  readonly open: (count: number) => Promise<readonly AccountStore[]>
}

/** The stores of accounts that this machine has. */
export async function accountStores(): Promise<readonly AccountStores[]> {
  const redis = await startRedis()
  const postgres = await startPostgres()
  const kinds: AccountStores[] = [
    { name: 'SQLite', open: sqliteAccounts },
    {
      name: 'the memory of a primary process',
      async open(count) {
        const accounts = openMemoryAccounts()
        return Array.from({ length: count }, () => accounts)
      },
    },
  ]
  if (postgres)
    kinds.push({
      name: 'PostgreSQL',
      async open(count) {
        const connectionString = await postgres.createDatabase()
        const pools = Array.from({ length: count }, () => new Pool({ connectionString }))
        for (const pool of pools) pool.on('error', () => {}) // the server ends first
        atEnd(() => Promise.all(pools.map((pool) => pool.end())))
        await pools[0]?.query(accountsTable)
        return pools.map(postgresAccounts)
      },
    })
  if (redis)
    kinds.push({
      name: 'Redis',
      async open(count) {
        const clients = Array.from({ length: count }, () => new Redis(redis.url))
        atEnd(() => void clients.map((client) => client.disconnect()))
        return clients.map(redisAccounts)
      },
    })
  return kinds
}
