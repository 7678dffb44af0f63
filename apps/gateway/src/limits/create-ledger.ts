import { emptyAccount, takeSteps, type Account, type AccountRules, type AccountState } from './account.ts'
import { createSharedLedger, type SharedAccounts } from './create-shared-ledger.ts'
import type { Ledger } from './ledger.ts'

/** Accounts that are kept although nothing is held. */
const mostIdle = 10_000

/** Accounts of this process alone. */
function createMemoryLedger(rules: AccountRules): Ledger {
  const entries = new Map<string, { account: Account; own: number }>()

  /** Windows that are over, of which nothing is held. */
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
      return states[0] as AccountState // one for each step
    },
    close: () => Promise.resolve(),
  }
}

/** Counts in memory; with `shared` in a store that several processes use. */
export function createLedger(rules: AccountRules, shared?: SharedAccounts): Ledger {
  return shared === undefined ? createMemoryLedger(rules) : createSharedLedger(rules, shared)
}
