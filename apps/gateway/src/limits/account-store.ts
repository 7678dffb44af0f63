import type { Account } from './account.ts'

/** Accounts that several gateways share. Rejects where it does not answer. */
export interface AccountStore {
  read(name: string): Promise<StoredAccount | undefined>
  /** Compare and set: writes where the stored one has this revision (0: there is none), with the next one. `expiresAt`: from then on it is of no account. */
  replace(name: string, account: Account, revision: number, expiresAt: number): Promise<boolean>
}

export interface StoredAccount {
  readonly account: Account
  /** From 1. */
  readonly revision: number
}
