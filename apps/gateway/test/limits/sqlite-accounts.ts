import type { AccountStore } from '../../src/limits/account-store.ts'
import { documentsAccounts } from '../../src/limits/documents-accounts.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'

/** Accounts in one SQLite file, as several processes have them. */
export async function sqliteAccounts(count: number): Promise<readonly AccountStore[]> {
  const data = tempFolder('limits')
  const stores: Store[] = []
  for (let index = 0; index < count; index++) stores.push(await openStore({ data }))
  atEnd(() => Promise.all(stores.map((store) => store.close())))
  return stores.map((store) => documentsAccounts(store.documents))
}
