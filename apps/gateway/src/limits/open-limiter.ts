import { ConfigError } from '../config/config-error.ts'
import type { Log } from '../operation/create-log.ts'
import type { Store } from '../store/store.ts'
import { createSpending } from './create-spending.ts'
import type { KeyCounters } from './key-counters.ts'
import type { Limiter } from './limiter.ts'
import { openMemoryCounters } from './open-memory-counters.ts'
import { openPostgresCounters } from './open-postgres-counters.ts'
import { openRedisCounters } from './open-redis-counters.ts'
import { withFallback } from './with-fallback.ts'

export interface LimiterOptions {
  readonly redisUrl?: string
  readonly databaseUrl?: string | undefined
}

const redisAddress = /^rediss?:\/\//

/** Counts on Redis where there is one, else on PostgreSQL where that is the store, else in memory. Throws `ConfigError`. */
export async function openLimiter({ redisUrl, databaseUrl }: LimiterOptions, store: Store, log: Log): Promise<Limiter> {
  if (redisUrl && !redisAddress.test(redisUrl)) throw new ConfigError('REDIS_URL: it must begin with redis:// or rediss://')
  const shared = redisUrl ? openRedisCounters(redisUrl) : databaseUrl ? openPostgresCounters(databaseUrl) : undefined
  const counters: KeyCounters = shared === undefined ? openMemoryCounters() : withFallback(await shared, tell)
  return { counters, spending: createSpending(counters.spending, store), streams: { all: 0, ofKeys: new Map() } }

  function tell(isShared: boolean): void {
    const counters = redisUrl ? 'redis' : 'postgres'
    if (isShared) log.write('info', 'limits-shared-again', { counters })
    else log.write('error', 'limits-counted-alone', { counters })
  }
}
