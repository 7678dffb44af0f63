import type { AccountState, AccountStep } from './account.ts'

/** Accounts by name. Steps are taken at once in memory, or if the lease of a shared account is enough. Never rejects. */
export interface Accounts {
  take(name: string, step: AccountStep): AccountState | Promise<AccountState>
  /** Writes unwritten settlements to the store, and gives leases back. Later steps are written at once. */
  close(): Promise<void>
}
