import type { Account, AccountStore } from './account.ts'

interface Stored {
  readonly account: Account
  readonly revision: number
  readonly expiresAt: number
}

/** Number of accounts from which on expired ones are dropped with each new one. */
const many = 1_000

/** Creates a store of accounts in memory, for a process that several others ask. */
export function openMemoryAccounts(now: () => number = Date.now): AccountStore {
  const accounts = new Map<string, Stored>()

  function dropExpired(): void {
    for (const [name, { expiresAt }] of accounts) if (now() >= expiresAt) accounts.delete(name)
  }

  return {
    async read(name) {
      const stored = accounts.get(name)
      return stored === undefined || now() >= stored.expiresAt ? undefined : stored
    },
    async replace(name, account, revision, expiresAt) {
      const stored = accounts.get(name)
      const current = stored === undefined || now() >= stored.expiresAt ? 0 : stored.revision
      if (current !== revision) return false
      if (stored === undefined && accounts.size >= many) dropExpired()
      accounts.set(name, { account, revision: revision + 1, expiresAt })
      return true
    },
  }
}
