import type { AccountState, AccountStep } from './account.ts'

/** Accounts by name. Steps are taken at once where accounts are in memory, or what is held of a shared one is enough. Never rejects. */
export interface Ledger {
  take(name: string, step: AccountStep): AccountState | Promise<AccountState>
  /** Tells the store what it has not heard, and gives back what no running request holds. Later steps are told at once. */
  close(): Promise<void>
}
