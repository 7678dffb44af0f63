import { ConfigError } from '../config/config-error.ts'
import type { Log } from '../operation/create-log.ts'
import type { Store } from '../store/store.ts'
import { createLedger } from './create-ledger.ts'
import type { SharedAccounts } from './create-shared-ledger.ts'
import { createOutage } from './create-outage.ts'
import { createSpending } from './create-spending.ts'
import { documentsAccounts } from './documents-accounts.ts'
import type { KeyCounters } from './key-counters.ts'
import type { Limiter } from './limiter.ts'
import { openMemoryCounters } from './open-memory-counters.ts'
import { openPostgresCounters } from './open-postgres-counters.ts'
import { openRedisCounters } from './open-redis-counters.ts'
import { windows } from './windows.ts'
import { withFallback } from './with-fallback.ts'

export interface LimiterOptions {
  readonly redisUrl?: string
  readonly databaseUrl?: string | undefined
  readonly data?: string | undefined
}

const redisAddress = /^rediss?:\/\//

/**
 * Counts on Redis where there is one, else on PostgreSQL where that is the store, else in memory; what is reserved, where the store is a file,
 * in that file. Throws `ConfigError`.
 */
export async function openLimiter({ redisUrl, databaseUrl, data }: LimiterOptions, store: Store, log: Log): Promise<Limiter> {
  if (redisUrl && !redisAddress.test(redisUrl)) throw new ConfigError('REDIS_URL: it must begin with redis:// or rediss://')
  const outage = createOutage(tell)
  const shared = redisUrl ? await openRedisCounters(redisUrl) : databaseUrl ? await openPostgresCounters(databaseUrl) : undefined
  const counters: KeyCounters = shared === undefined ? openMemoryCounters() : withFallback(shared, outage)
  const accounts = shared?.accounts ?? (data === undefined ? undefined : documentsAccounts(store.documents))
  const sharedAccounts: SharedAccounts | undefined = accounts && { store: accounts, outage }
  const lease = windows.lease * 1000
  const tokens = createLedger({ window: windows.tokens * 1000, lease, beginsEmpty: true }, sharedAccounts)
  const amounts = createLedger({ window: windows.spending * 1000, lease, beginsEmpty: false }, sharedAccounts)
  return {
    counters,
    tokens,
    spending: createSpending(amounts, store),
    streams: { all: 0, ofKeys: new Map() },
    async close() {
      await Promise.all([tokens.close(), amounts.close()])
      await counters.close()
    },
  }

  function tell(isShared: boolean): void {
    const where = redisUrl ? 'redis' : databaseUrl ? 'postgres' : 'sqlite'
    if (isShared) log.write('info', 'limits-shared-again', { counters: where })
    else log.write('error', 'limits-counted-alone', { counters: where })
  }
}
