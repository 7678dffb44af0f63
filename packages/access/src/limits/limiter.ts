import { type Account, type AccountRules, type AccountState, documentsAccounts, emptyAccount, takeSteps } from './account.ts'
import { createSpending, type Spending } from './budget.ts'
import { type KeyCounters, openMemoryCounters, windows } from './counters.ts'
import { createSharedAccounts, type SharedAccountsOptions } from './create-shared-accounts.ts'
import type { OutputReserve } from './expected.ts'
import { createOutage, type Outage, withFallback } from './fallback.ts'
import { createPlaces, type Places } from './places.ts'
import type { Accounts } from './accounts.ts'
import { ConfigError, explainAbsence } from '@interlingua/gateway-kernel'
import type { KeyLimits, Store } from '@interlingua/store'

/** Largest load of a gateway, and limits of keys without their own. */
export interface Capacity {
  /** Largest number of open requests of all clients. */
  readonly requests: number
  readonly streams: number
  /** Largest sum of the decoded files within a native request, in bytes. */
  readonly inlineBytes: number
  readonly reservation: OutputReserve
  readonly keys?: KeyLimits
}

/** Usage of keys' limits, which outlives each configuration. */
export interface Limiter {
  readonly counters: KeyCounters
  /** Tokens of a minute, by key. */
  readonly tokens: Accounts
  readonly spending: Spending
  /** Number of open streams of this process. */
  readonly streams: { all: number }
  /** Places of keys: open streams, and background responses. */
  readonly places: Places
  close(): Promise<void>
}

export interface LimiterOptions {
  readonly redisUrl?: string
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
  /** Counts of another process that several processes ask. Counters on Redis or PostgreSQL win over its own. */
  readonly shared?: SharedLimits
}

/** Counts that several processes of one gateway share. */
export interface SharedLimits {
  readonly counters: KeyCounters
  readonly places: Places
  /** State of that process, whose changes its owner reports. */
  readonly outage: Outage
}

/** Log of the beginning and end of outages of shared limits. */
export interface LimiterLog {
  write(level: 'info' | 'error', event: string, fields: Readonly<Record<string, string>>): void
}

const redisAddress = /^rediss?:\/\//

/**
 * Opens counters on Redis if there is one, else on PostgreSQL if that is the store, else the given ones, else in memory; reservations of a file store are kept in its
 * file. Throws a `ConfigError`.
 */
export async function openLimiter(
  { redisUrl, databaseUrl, dataDir, shared: given }: LimiterOptions,
  store: Store,
  log: LimiterLog,
): Promise<Limiter> {
  if (redisUrl && !redisAddress.test(redisUrl)) throw new ConfigError('REDIS_URL: it must begin with redis:// or rediss://')
  const opened = await openSharedCounters(redisUrl, databaseUrl)
  const shared = opened ?? given?.counters
  const outage = opened === undefined && given !== undefined ? given.outage : createOutage(logOutage)
  const counters: KeyCounters = shared === undefined ? openMemoryCounters() : withFallback(shared, outage)
  const accounts = shared?.accounts ?? (dataDir === undefined ? undefined : documentsAccounts(store.documents))
  const sharedAccounts: SharedAccountsOptions | undefined = accounts && { store: accounts, outage }
  const lease = windows.lease * 1000
  const tokens = createAccounts({ window: windows.tokens * 1000, lease, beginsEmpty: true }, sharedAccounts)
  const amounts = createAccounts({ window: windows.spending * 1000, lease, beginsEmpty: false }, sharedAccounts)
  return {
    counters,
    tokens,
    spending: createSpending(amounts, store),
    streams: { all: 0 },
    places: given?.places ?? createPlaces(),
    async close() {
      await Promise.all([tokens.close(), amounts.close()])
      await counters.close()
    },
  }

  function logOutage(isShared: boolean): void {
    const where = redisUrl ? 'redis' : databaseUrl ? 'postgres' : 'sqlite'
    if (isShared) log.write('info', 'limits-shared-again', { counters: where })
    else log.write('error', 'limits-counted-alone', { counters: where })
  }
}

/** Each client library is loaded only where it is used, since both slow the start down, and stay in memory. */
async function openSharedCounters(redisUrl?: string, databaseUrl?: string): Promise<KeyCounters | undefined> {
  if (redisUrl) {
    const { openRedisCounters } = await import('./counters-redis.ts').catch(explainAbsence('ioredis', 'Counting on Redis'))
    return openRedisCounters(redisUrl)
  }
  if (databaseUrl) {
    const { openPostgresCounters } = await import('./counters-postgres.ts').catch(explainAbsence('pg', 'Counting on PostgreSQL'))
    return openPostgresCounters(databaseUrl)
  }
  return undefined
}

/** Largest number of accounts that are kept although no points are held. */
const mostIdle = 10_000

/** Counts accounts of this process alone. */
function createMemoryAccounts(rules: AccountRules): Accounts {
  const entries = new Map<string, { account: Account; own: number }>()

  /** Drops accounts whose window is over and in which no points are held. */
  function forgetIdle(): void {
    const now = Date.now()
    for (const [name, { account, own }] of entries) if (own === 0 && account.until <= now) entries.delete(name)
  }

  return {
    take(name, step) {
      let entry = entries.get(name)
      if (entry === undefined) {
        if (entries.size >= mostIdle) forgetIdle()
        entry = { account: emptyAccount, own: 0 }
        entries.set(name, entry)
      }
      const { account, own, states } = takeSteps(entry.account, 'own', entry.own, [step], Date.now(), rules)
      entry.account = account
      entry.own = own
      return states[0] as AccountState // each step gives one state
    },
    close: () => Promise.resolve(),
  }
}

/** Creates accounts in memory, or with `shared` in a store that several processes use. */
export function createAccounts(rules: AccountRules, shared?: SharedAccountsOptions): Accounts {
  return shared === undefined ? createMemoryAccounts(rules) : createSharedAccounts(rules, shared)
}
