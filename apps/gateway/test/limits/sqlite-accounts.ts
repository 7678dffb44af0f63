import { type AccountStore, documentsAccounts } from '@interlingua/access'
import { openStore, type Store } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'

/** Opens accounts in one SQLite file, one connection for each process. */
export async function sqliteAccounts(count: number): Promise<readonly AccountStore[]> {
  const data = tempFolder('limits')
  const stores: Store[] = []
  for (let index = 0; index < count; index++) stores.push(await openStore({ dataDir: data }))
  atEnd(() => Promise.all(stores.map((store) => store.close())))
  return stores.map((store) => documentsAccounts(store.documents))
}
