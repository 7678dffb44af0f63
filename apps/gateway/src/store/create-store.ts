import type { ApiKey } from '../keys/api-key.ts'
import { createDocumentStore } from './create-document-store.ts'
import type { Database, Row, Value } from './database.ts'
import type { KeyStore, Store, UsageStore } from './store.ts'
import type { UsageKeeper } from './usage-keeper.ts'

const columns = 'id, name, hash, hint, models, limits, budget, admin, created_at, expires_at, revoked_at'

/** Keys in a table. What tells of changes is the database's own: `version`; `changed` hears of those that were made here. */
function createKeyStore(database: Database, version: KeyStore['version'], changed: () => void): KeyStore {
  async function write(sql: string, values: readonly Value[]): Promise<boolean> {
    const rows = await database.write(sql, values)
    changed()
    return rows === 1
  }

  async function first(where: string, values: readonly string[]): Promise<ApiKey | undefined> {
    const [row] = await database.read(`SELECT ${columns} FROM keys WHERE ${where}`, values)
    return row && keyOf(row)
  }

  return {
    findByHash: (hash) => first('hash = ?', [hash]),
    // An id before a name: nobody shadows a key by a name that looks like its id.
    find: async (idOrName) => (await first('id = ?', [idOrName])) ?? first('name = ?', [idOrName]),
    async list() {
      const rows = await database.read(`SELECT ${columns} FROM keys ORDER BY created_at, id`, [])
      return rows.map(keyOf)
    },
    async insert(key) {
      const values = [
        key.id,
        key.name,
        key.hash,
        key.hint,
        spell(key.models),
        spell(key.limits),
        spell(key.budget),
        key.admin ? 1 : 0,
        key.createdAt,
        key.expiresAt ?? null,
        key.revokedAt ?? null,
      ]
      const places = values.map(() => '?').join(', ')
      return write(`INSERT INTO keys (${columns}) VALUES (${places}) ON CONFLICT DO NOTHING`, values)
    },
    revoke: (id, at) => write('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [at, id]),
    version,
  }
}

function spell(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

function keyOf(row: Row): ApiKey {
  const key: Record<string, unknown> = {
    id: row['id'],
    name: row['name'],
    hash: row['hash'],
    hint: row['hint'],
    admin: row['admin'] === 1,
    createdAt: row['created_at'],
  }
  for (const name of ['models', 'limits', 'budget']) {
    const text = row[name]
    if (typeof text === 'string') key[name] = JSON.parse(text)
  }
  if (row['expires_at'] !== null) key['expiresAt'] = row['expires_at']
  if (row['revoked_at'] !== null) key['revokedAt'] = row['revoked_at']
  return key as unknown as ApiKey // written by `insert` from an ApiKey
}

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
