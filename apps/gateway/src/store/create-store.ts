import { createDocumentStore } from './create-document-store.ts'
import { createKeyStore } from './create-key-store.ts'
import type { Database } from './database.ts'
import type { KeyStore, Store, UsageStore } from './store.ts'
import type { UsageKeeper } from './usage-keeper.ts'

/** Rows that are deleted in one statement: what is more would hold up everybody else. */
const rowsAtOnce = 500

/** The store over a database whose tables are there. */
export function createStore(
  kind: Store['kind'],
  database: Database,
  usage: Omit<UsageStore, 'keep'>,
  keeper: UsageKeeper,
  own: { readonly version: KeyStore['version']; readonly changed: () => void; readonly close: () => Promise<void> },
): Store {
  async function deleteAll(sql: string, value: number): Promise<number> {
    let all = 0
    for (;;) {
      const deleted = await database.write(sql, [value, rowsAtOnce])
      all += deleted
      if (deleted < rowsAtOnce) return all
      await new Promise((resume) => setImmediate(resume))
    }
  }

  let closing: Promise<void> | undefined

  return {
    kind,
    keys: createKeyStore(database, own.version, own.changed),
    usage: {
      add: usage.add,
      keep: keeper.keep,
      // What was kept is told, although it may not be in the table yet.
      async list(filter, page) {
        await keeper.settle()
        return usage.list(filter, page)
      },
      async sum(filter, by) {
        await keeper.settle()
        return usage.sum(filter, by)
      },
    },
    documents: createDocumentStore(database),
    async ping() {
      await database.read('SELECT value FROM counters WHERE name = ?', ['keys'])
    },
    async sweep(now, usageBefore) {
      const expired = 'DELETE FROM documents WHERE (kind, id) IN (SELECT kind, id FROM documents WHERE expires_at <= ? LIMIT ?)'
      const old = 'DELETE FROM usage WHERE (at, id) IN (SELECT at, id FROM usage WHERE at < ? LIMIT ?)'
      return (await deleteAll(expired, now)) + (usageBefore === undefined ? 0 : await deleteAll(old, usageBefore))
    },
    close() {
      closing ??= keeper.close().then(own.close)
      return closing
    },
  }
}
