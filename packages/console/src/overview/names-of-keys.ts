import type { KeyStore } from '@interlingua/store'

/** Names of the keys of these ids, as far as there are such keys. */
export async function namesOfKeys(keys: KeyStore, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await keys.getMany([...new Set(ids)])).map(({ id, name }) => [id, name]))
}
