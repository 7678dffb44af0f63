import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { counterOf, endlessPoints } from './counter-of.ts'
import type { KeyCounters } from './key-counters.ts'
import { windows, type Windows } from './windows.ts'

/** Milliseconds. Whoever waits is a client. */
const patience = 500

/** Counts on Redis, for all gateways that use it. What cannot be counted now is rejected at once, not queued. */
export async function openRedisCounters(url: string, lengths = windows): Promise<KeyCounters> {
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
  const open = (kind: keyof Windows): RateLimiterRedis =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `interlingua:${kind}`,
      points: endlessPoints,
      duration: lengths[kind],
      rejectIfRedisNotReady: true,
    })
  return {
    kind: 'redis',
    requests: counterOf(open('requests')),
    tokens: counterOf(open('tokens')),
    spending: counterOf(open('spending')),
    close: () => Promise.resolve(client.disconnect()),
  }
}
