import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { counterOf, endlessPoints } from './counter-of.ts'
import type { KeyCounters } from './key-counters.ts'
import { redisAccounts } from './redis-accounts.ts'
import { windows, type Windows } from './windows.ts'

/** Milliseconds. Whoever waits is a client. */
const patience = 500

/** Counts on Redis, for all gateways that use it. What cannot be counted now is rejected at once, not queued. */
export async function openRedisCounters(url: string, lengths: Pick<Windows, 'requests'> = windows): Promise<KeyCounters> {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patience,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  })
  // Each command that fails says so itself; without a listener the first broken connection would end the process.
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
