import type { AccountState, AccountStep } from './account.ts'
import type { Accounts } from './accounts.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { ApiKey, Budget, Store } from '@interlingua/store'

/** Calendar period of UTC. */
interface BudgetPeriod {
  /** Name of the period: `2026-11-21`, `2026-11` or `total`. */
  readonly name: string
  /** Begin and end in milliseconds since the epoch; absent: unlimited. */
  readonly from?: number
  readonly to?: number
}

/** Period of a budget that contains `now`. */
export function budgetPeriod(period: Budget['period'], now: number): BudgetPeriod {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  switch (period) {
    case 'day': {
      const day = date.getUTCDate()
      return { name: date.toISOString().slice(0, 10), from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
    }
    case 'month':
      return { name: date.toISOString().slice(0, 7), from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
    case 'total':
      return { name: 'total' }
  }
}

/** Failure for a spent budget; `until` is the time of its renewal in milliseconds since the epoch. Tells SDKs not to retry. */
export function budgetExceeded(until: number | undefined): FailureReply {
  const renewal = until === undefined ? '' : ` until ${new Date(until).toISOString().slice(0, 19)}Z`
  return {
    failure: { code: 'billing', message: `The budget of this API key is spent${renewal}.`, retryable: false },
    headers: { 'x-should-retry': 'false' },
  }
}

/** Spending of keys with a budget in its period, with the reservations of running requests, in millionths of the currency. */
export interface Spending {
  /**
   * Takes a step in the account of the period that contains `at`; at once if it is counted in memory. Rejects with a `StoreError` if neither the
   * counters nor the usage records know the spending.
   */
  take(key: ApiKey, budget: Budget, at: number, step: AccountStep): AccountState | Promise<AccountState>
}

/** Number of sums that must see no settlement meanwhile. After them a settlement may be counted twice, until the next sum. */
const mostSums = 5

/**
 * Creates accounts over the usage records, which are the truth; the account saves a sum for each request. An account expires at intervals and is
 * summed anew, which finds spending that lost counters missed. A request is settled after its record is kept.
 */
export function createSpending(accounts: Accounts, store: Store): Spending {
  /** Running sums by account, since many requests may need one at once. */
  const asking = new Map<string, Promise<void>>()

  async function sum(name: string, key: ApiKey, from: number | undefined, known: AccountState): Promise<void> {
    let { settled } = known
    for (let attempt = 1; ; attempt++) {
      const spent = await store.usage.spent([{ key: key.id, ...(from !== undefined && { from }) }])
      const points = spent.get(key.id) ?? 0
      const state = await accounts.take(name, { type: 'begin', points, settled })
      if (state.known) return
      settled = state.settled
      if (attempt < mostSums) continue
      const last = await accounts.take(name, { type: 'begin', points, settled })
      if (last.known) return
    }
  }

  function sumOnce(name: string, key: ApiKey, from: number | undefined, known: AccountState): Promise<void> {
    let asked = asking.get(name)
    if (asked === undefined) {
      asked = sum(name, key, from, known).finally(() => asking.delete(name))
      asking.set(name, asked)
    }
    return asked
  }

  async function takeKnown(
    name: string,
    key: ApiKey,
    from: number | undefined,
    step: AccountStep,
    first: AccountState,
  ): Promise<AccountState> {
    let state = first
    while (!state.known) {
      await sumOnce(name, key, from, state)
      state = await accounts.take(name, step)
    }
    return state
  }

  return {
    take(key, budget, at, step) {
      const { name: period, from } = budgetPeriod(budget.period, at)
      const name = `spending:${key.id}:${period}`
      // A settlement needs no sum, since its record is among those that the next sum reads.
      const known = (state: AccountState): AccountState | Promise<AccountState> =>
        state.known || step.type === 'settle' ? state : takeKnown(name, key, from, step, state)
      const state = accounts.take(name, step)
      return state instanceof Promise ? state.then(known) : known(state)
    },
  }
}
