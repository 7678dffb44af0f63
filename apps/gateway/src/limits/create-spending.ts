import type { ApiKey, Budget } from '../keys/api-key.ts'
import type { Store } from '../store/store.ts'
import type { AccountState, AccountStep } from './account.ts'
import { budgetPeriod } from './budget-period.ts'
import type { Ledger } from './ledger.ts'

/** What keys with a budget have spent in its period and what running requests hold of it, in millionths of the currency. */
export interface Spending {
  /**
   * Takes a step in the account of the period that `at` lies in: at once where it is counted in memory. Rejects with a `StoreError` where
   * neither the counters nor the usage records know what was spent.
   */
  take(key: ApiKey, budget: Budget, at: number, step: AccountStep): AccountState | Promise<AccountState>
}

/** Sums that are tried to be made while nothing is settled: then what was settled meanwhile may be counted twice, until the next sum. */
const patience = 5

/**
 * The usage records are the truth; the account saves asking them for each request. It is forgotten now and then, and then summed anew: what
 * gateways that end abruptly or lose their counters forgot to count, is found again. A request is settled after its record is kept.
 */
export function createSpending(ledger: Ledger, store: Store): Spending {
  /** Many requests may ask at once. */
  const asking = new Map<string, Promise<void>>()

  async function ask(name: string, key: ApiKey, from: number | undefined, known: AccountState): Promise<void> {
    let { settled } = known
    for (let attempt = 1; ; attempt++) {
      const [sum] = await store.usage.sum(from === undefined ? { key: key.id } : { key: key.id, from })
      const points = Math.round(sum?.costMicros ?? 0)
      const state = await ledger.take(name, { type: 'begin', points, settled })
      if (state.known) return
      settled = state.settled
      if (attempt < patience) continue
      const last = await ledger.take(name, { type: 'begin', points, settled })
      if (last.known) return
    }
  }

  function askOnce(name: string, key: ApiKey, from: number | undefined, known: AccountState): Promise<void> {
    let asked = asking.get(name)
    if (asked === undefined) {
      asked = ask(name, key, from, known).finally(() => asking.delete(name))
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
      await askOnce(name, key, from, state)
      state = await ledger.take(name, step)
    }
    return state
  }

  return {
    take(key, budget, at, step) {
      const { name: period, from } = budgetPeriod(budget.period, at)
      const name = `spending:${key.id}:${period}`
      // What is settled while nothing is known is in the records.
      const known = (state: AccountState): AccountState | Promise<AccountState> =>
        state.known || step.type === 'settle' ? state : takeKnown(name, key, from, step, state)
      const state = ledger.take(name, step)
      return state instanceof Promise ? state.then(known) : known(state)
    },
  }
}
