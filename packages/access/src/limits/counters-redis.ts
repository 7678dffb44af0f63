import type { Account, AccountStore } from './account.ts'
import { counterOf, endlessPoints, type KeyCounters, windows, type Windows } from './counters.ts'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/** Script that sets the account and its next revision if the stored revision is the given one, in one step of the server. */
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
      return { account: JSON.parse(account) as Account, revision: Number(revision) } // `replace` below writes accounts
    },
    async replace(name, account, revision, expiresAt) {
      const values = [revision, revision + 1, JSON.stringify(account), Math.ceil(expiresAt)]
      return (await client.eval(compareAndSet, 1, keyOf(name), ...values)) === 1
    },
  }
}

/** Command timeout in milliseconds; short, because a client request waits for it. */
const commandTimeoutMs = 500

/** Opens counters on Redis, for all gateways that use it. A command without a connection is rejected at once, not queued. */
export async function openRedisCounters(url: string, lengths: Pick<Windows, 'requests'> = windows): Promise<KeyCounters> {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  })
  // Each failing command rejects by itself; without a listener the first broken connection would end the process.
  client.on('error', () => {})
  await client.connect().catch(() => {}) // tried again for ever
  const requests = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: 'interlingua:requests',
    points: endlessPoints,
    duration: lengths.requests,
    rejectIfRedisNotReady: true,
  })
  return {
    kind: 'redis',
    requests: counterOf(requests),
    accounts: redisAccounts(client),
    close: () => Promise.resolve(client.disconnect()),
  }
}
