import type { JsonObject } from '@interlingua/core'
import type { DocumentStore } from '../store/store.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'

const kind = 'limit'

/** Accounts among the documents of the gateways' store: for SQLite, which several processes of one machine may use. */
export function documentsAccounts(documents: DocumentStore): AccountStore {
  return {
    async read(name) {
      // What has expired is of no account, but has its revision.
      const stored = await documents.get(kind, name, 0)
      return stored && { account: stored.body as unknown as Account, revision: stored.revision } // written below
    },
    replace(name, account, revision, expiresAt) {
      const body = account as unknown as JsonObject // numbers, texts, lists and objects of these
      const document = { kind, id: name, owner: '', createdAt: Date.now(), expiresAt, body }
      return revision === 0 ? documents.insert({ ...document, revision: 1 }) : documents.replace({ ...document, revision })
    },
  }
}
