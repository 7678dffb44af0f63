import type { AccountRules } from './account.ts'
import { createMemoryLedger } from './create-memory-ledger.ts'
import { createSharedLedger, type SharedAccounts } from './create-shared-ledger.ts'
import type { Ledger } from './ledger.ts'

/** Counts in memory; with `shared` in a store that several processes use. */
export function createLedger(rules: AccountRules, shared?: SharedAccounts): Ledger {
  return shared === undefined ? createMemoryLedger(rules) : createSharedLedger(rules, shared)
}
