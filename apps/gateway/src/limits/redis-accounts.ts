import type { Redis } from 'ioredis'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'

/** Sets the account and its next revision where the revision is this one, all in one step of the server. */
const compareAndSet = `
local now = redis.call('HGET', KEYS[1], 'revision') or '0'
if now ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'account', ARGV[3])
redis.call('PEXPIREAT', KEYS[1], ARGV[4])
return 1`

export function redisAccounts(client: Redis): AccountStore {
  const keyOf = (name: string): string => `interlingua:account:${name}`
  return {
    async read(name) {
      const [revision, account] = await client.hmget(keyOf(name), 'revision', 'account')
      if (!revision || !account) return undefined
      return { account: JSON.parse(account) as Account, revision: Number(revision) } // written below
    },
    async replace(name, account, revision, expiresAt) {
      const values = [revision, revision + 1, JSON.stringify(account), Math.ceil(expiresAt)]
      return (await client.eval(compareAndSet, 1, keyOf(name), ...values)) === 1
    },
  }
}
