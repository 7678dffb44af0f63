import { type AccountRules, type AccountState, type AccountStore, createAccounts, createOutage, type Accounts } from '@interlingua/access'
import { atEnd } from '../at-end.ts'

/** Accounts of a process, with the means to disturb it. */
export interface OpenLedger {
  readonly ledger: Accounts
  /** How often the store was asked. */
  readonly asked: { reads: number; writes: number }
  /** Kills the process: none of its calls reaches the store any more, and no answer comes back. */
  kill(): void
  /** From now on the store fails, or answers again. */
  fail(fails: boolean): void
  /** From now on the store's answers come at most so many milliseconds late. */
  delay(most: number): void
  reserve(points: number, limit: number, name?: string): Promise<AccountState>
  settle(reserved: number, points: number, name?: string): Promise<AccountState>
  look(name?: string): Promise<AccountState>
}

/** Opens a ledger for each store, on accounts with windows of a minute. */
export function openLedgers(stores: readonly AccountStore[], rules: Partial<AccountRules> = {}): readonly OpenLedger[] {
  return stores.map((store) => {
    const asked = { reads: 0, writes: 0 }
    let dead = false
    let failing = false
    let late = 0
    const reach = async <T>(ask: () => Promise<T>): Promise<T> => {
      if (failing) throw new Error('the store does not answer')
      if (!dead) {
        const answer = await ask()
        if (late > 0) await new Promise((done) => setTimeout(done, late * (0.5 + Math.random() / 2)))
        if (!dead) return answer
      }
      return new Promise<never>(() => {})
    }
    const watched: AccountStore = {
      read: (name) => (asked.reads++, reach(() => store.read(name))),
      replace: (...all) => (asked.writes++, reach(() => store.replace(...all))),
    }
    const ledger = createAccounts(
      { window: 60_000, lease: 30_000, beginsEmpty: true, ...rules },
      { store: watched, outage: createOutage(() => {}) },
    )
    atEnd(() => void (dead || ledger.close()))
    return {
      ledger,
      asked,
      kill: () => void (dead = true),
      delay: (most) => void (late = most),
      fail: (fails) => void (failing = fails),
      reserve: async (points, limit, name = 'a') => ledger.take(name, { type: 'reserve', points, limit }),
      settle: async (reserved, points, name = 'a') => ledger.take(name, { type: 'settle', reserved, points }),
      look: async (name = 'a') => ledger.take(name, { type: 'look' }),
    }
  })
}
