import type { ApiKey, Budget } from '../keys/api-key.ts'
import type { Store } from '../store/store.ts'
import { budgetPeriod } from './budget-period.ts'
import type { Count, RateCounter } from './rate-counter.ts'

/** What keys with a budget have spent in its period, in millionths of the currency. */
export interface Spending {
  /** At once where it is counted in memory. Rejects with a `StoreError` where neither the counters nor the usage records know. */
  of(key: ApiKey, budget: Budget, now: number): number | Promise<number>
  /** Waits for nobody. */
  charge(key: ApiKey, budget: Budget, micros: number, now: number): void
}

/**
 * The usage records are the truth; the counter saves asking them for each request. It is forgotten now and then, and then counted anew:
 * what gateways that end abruptly or lose their counters forgot to count, is found again.
 */
export function createSpending(counter: RateCounter, store: Store): Spending {
  /** Many requests may ask at once. */
  const asking = new Map<string, Promise<number>>()

  async function ask(name: string, key: ApiKey, from: number | undefined): Promise<number> {
    const [sum] = await store.usage.sum(from === undefined ? { key: key.id } : { key: key.id, from })
    const micros = Math.round(sum?.costMicros ?? 0)
    await counter.put(name, micros)
    return micros
  }

  function askOnce(name: string, key: ApiKey, from: number | undefined): Promise<number> {
    let asked = asking.get(name)
    if (asked === undefined) {
      asked = ask(name, key, from).finally(() => asking.delete(name))
      asking.set(name, asked)
    }
    return asked
  }

  async function add(name: string, points: number): Promise<void> {
    try {
      const count = await counter.add(name, points)
      // The window has ended meanwhile: what began anew with this request does not know what was spent before. The next one asks.
      if (count.points === points) await counter.drop(name)
    } catch {}
  }

  return {
    of(key, budget, now) {
      const { name: period, from } = budgetPeriod(budget.period, now)
      const name = `${key.id}:${period}`
      const found = counter.read(name)
      const known = (count: Count | undefined): number | Promise<number> => count?.points ?? askOnce(name, key, from)
      return found instanceof Promise ? found.then(known) : known(found)
    },
    charge(key, budget, micros, now) {
      const points = Math.round(micros)
      if (points > 0) void add(`${key.id}:${budgetPeriod(budget.period, now).name}`, points)
    },
  }
}
