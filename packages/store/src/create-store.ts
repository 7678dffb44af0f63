import type { ApiKey } from './api-key.ts'
import { escapeLike } from './escape-like.ts'
import type { Database, Row, Value } from './errors.ts'
import type { DocumentPage, DocumentStore, KeyFilter, KeyStore, Store, StoredDocument, UsageWriter, UsageStore } from './store.ts'
import { isJsonObject, type JsonObject, parseDocument } from '@interlingua/core'

const documentColumns = 'kind, id, owner, created_at, expires_at, revision, body'
const living = '(expires_at IS NULL OR expires_at > ?)'
/** Largest number of ids in one statement. */
const idsAtOnce = 500

/** Stores documents in a table, with their bodies as JSON text: a database's own JSON type refuses valid JSON, such as U+0000. */
export function createDocumentStore(database: Database): DocumentStore {
  async function getSome(kind: string, ids: readonly string[], now: number): Promise<readonly StoredDocument[]> {
    const places = ids.map(() => '?').join(', ')
    const sql = `SELECT ${documentColumns} FROM documents WHERE kind = ? AND id IN (${places}) AND ${living}`
    return (await database.read(sql, [kind, ...ids, now])).map(documentOf)
  }

  return {
    async insert(document) {
      const { kind, id, owner, createdAt, expiresAt, revision, body } = document
      const values = [kind, id, owner, createdAt, expiresAt ?? null, revision, JSON.stringify(body)]
      return (
        (await database.write(`INSERT INTO documents (${documentColumns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, values)) ===
        1
      )
    },
    async replace({ kind, id, owner, createdAt, expiresAt, revision, body }) {
      const sql =
        'UPDATE documents SET owner = ?, created_at = ?, expires_at = ?, revision = ?, body = ? WHERE kind = ? AND id = ? AND revision = ?'
      const values = [owner, createdAt, expiresAt ?? null, revision + 1, JSON.stringify(body), kind, id, revision]
      return (await database.write(sql, values)) === 1
    },
    async get(kind, id, now) {
      const [row] = await database.read(`SELECT ${documentColumns} FROM documents WHERE kind = ? AND id = ? AND ${living}`, [kind, id, now])
      return row && documentOf(row)
    },
    async getMany(kind, ids, now) {
      const found = new Map<string, StoredDocument>()
      for (let from = 0; from < ids.length; from += idsAtOnce)
        for (const document of await getSome(kind, ids.slice(from, from + idsAtOnce), now)) found.set(document.id, document)
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    async list(kind, page) {
      const { sql, values } = selectPage(kind, page)
      return (await database.read(sql, values)).map(documentOf)
    },
    async delete(kind, id) {
      return (await database.write('DELETE FROM documents WHERE kind = ? AND id = ?', [kind, id])) === 1
    },
    async prolong(kind, ids, expiresAt) {
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const some = ids.slice(from, from + idsAtOnce)
        const sql = `UPDATE documents SET expires_at = ? WHERE kind = ? AND id IN (${some.map(() => '?').join(', ')}) AND expires_at < ?`
        await database.write(sql, [expiresAt, kind, ...some, expiresAt])
      }
    },
  }
}

function selectPage(
  kind: string,
  { owner, now, limit, order, after }: DocumentPage,
): { readonly sql: string; readonly values: readonly Value[] } {
  const values: Value[] = [kind, now]
  let where = `kind = ? AND ${living}`
  if (owner !== undefined) {
    where += ' AND owner = ?'
    values.push(owner)
  }
  const [comes, direction] = order === 'oldest-first' ? ['>', 'ASC'] : ['<', 'DESC']
  if (after) {
    where += ` AND (created_at, id) ${comes} (?, ?)`
    values.push(after.createdAt, after.id)
  }
  values.push(limit)
  return {
    sql: `SELECT ${documentColumns} FROM documents WHERE ${where} ORDER BY created_at ${direction}, id ${direction} LIMIT ?`,
    values,
  }
}

function documentOf(row: Row): StoredDocument {
  const document: Record<string, unknown> = {
    kind: row['kind'],
    id: row['id'],
    owner: row['owner'],
    createdAt: row['created_at'],
    revision: row['revision'],
    body: readBody(row['body']),
  }
  if (row['expires_at'] !== null) document['expiresAt'] = row['expires_at']
  return document as unknown as StoredDocument // written by `insert` or `replace` from one
}

/** Body of a document, in which each number keeps the spelling of its client or upstream. */
function readBody(text: unknown): JsonObject {
  const body = parseDocument(String(text))
  if (!isJsonObject(body)) throw new Error('a stored document is no JSON object')
  return body
}

const columns =
  'id, name, hash, hint, models, limits, budget, admin, created_at, expires_at, revoked_at, viewer, previous_hash, previous_hint, previous_until, previous_next'

/** Values of the columns of the previous secret. `previous_next` is the hash of the secret that came after it. */
function encodePrevious({ hash, previous }: ApiKey): readonly Value[] {
  return previous ? [previous.hash, previous.hint, previous.until, hash] : [null, null, null, null]
}

/** Condition that a row still has these secrets. A previous secret that an older version's rotation ended is none. */
const unchangedSecrets = " AND hash = ? AND coalesce(CASE WHEN previous_next = hash THEN previous_hash END, '') = ?"

/** Stores keys in a table. `text`: text of a key in which words are searched; `version` is the database's own counter of changes; `changed` is called for changes made here. */
function createKeyStore(database: Database, text: string, version: KeyStore['version'], changed: () => void): KeyStore {
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
    async findByHash(hash) {
      // The statement looks into each index once. A present hash counts before previous ones, of which the last to end counts.
      const sql = `SELECT ${columns} FROM keys WHERE hash = ? UNION ALL SELECT ${columns} FROM keys WHERE previous_hash = ?`
      const found = (await database.read(sql, [hash, hash])).map(keyOf).filter((key) => key.hash === hash || key.previous?.hash === hash)
      if (found.length < 2) return found[0]
      const endOf = (key: ApiKey): number => (key.hash === hash ? Infinity : (key.previous?.until ?? 0))
      return found.toSorted((one, other) => endOf(other) - endOf(one))[0]
    },
    // The id is tried before the name, so that no key can hide another by a name that looks like its id.
    find: async (idOrName) => (await first('id = ?', [idOrName])) ?? first('name = ?', [idOrName]),
    async list() {
      const rows = await database.read(`SELECT ${columns} FROM keys ORDER BY created_at, id`, [])
      return rows.map(keyOf)
    },
    async getMany(ids) {
      const found: ApiKey[] = []
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const some = ids.slice(from, from + idsAtOnce)
        const rows = await database.read(`SELECT ${columns} FROM keys WHERE id IN (${some.map(() => '?').join(', ')})`, some)
        found.push(...rows.map(keyOf))
      }
      return found
    },
    async page(filter, { limit, before }) {
      const { where, values } = narrowKeys(filter, text)
      if (before) {
        where.push('(created_at, id) < (?, ?)')
        values.push(before.createdAt, before.id)
      }
      const narrowed = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`
      const sql = `SELECT ${columns} FROM keys ${narrowed} ORDER BY created_at DESC, id DESC LIMIT ?`
      return (await database.read(sql, [...values, limit])).map(keyOf)
    },
    async count(now) {
      const [row] = await database.read(
        `SELECT count(*) AS "all", coalesce(sum(CASE WHEN ${valid} THEN 1 ELSE 0 END), 0) AS valid FROM keys`,
        [now],
      )
      return { all: Number(row?.['all'] ?? 0), valid: Number(row?.['valid'] ?? 0) }
    },
    async insert(key) {
      const values = [
        key.id,
        key.name,
        key.hash,
        key.hint,
        encodeJson(key.models),
        encodeJson(key.limits),
        encodeJson(key.budget),
        key.admin ? 1 : 0,
        key.createdAt,
        key.expiresAt ?? null,
        key.revokedAt ?? null,
        key.viewer === true ? 1 : null,
        ...encodePrevious(key),
      ]
      const places = values.map(() => '?').join(', ')
      return write(`INSERT INTO keys (${columns}) VALUES (${places}) ON CONFLICT DO NOTHING`, values)
    },
    replace(key, seen) {
      const { id, hash, hint, models, limits, budget, admin, viewer, expiresAt } = key
      const terms = [encodeJson(models), encodeJson(limits), encodeJson(budget), admin ? 1 : 0, viewer ? 1 : null, expiresAt ?? null]
      return write(
        `UPDATE keys SET hash = ?, hint = ?, models = ?, limits = ?, budget = ?, admin = ?, viewer = ?, expires_at = ?, previous_hash = ?, previous_hint = ?, previous_until = ?, previous_next = ? WHERE id = ? AND revoked_at IS NULL${seen ? unchangedSecrets : ''}`,
        [hash, hint, ...terms, ...encodePrevious(key), id, ...(seen ? [seen.hash, seen.previous?.hash ?? ''] : [])],
      )
    },
    revoke: (id, at) => write('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [at, id]),
    version,
  }
}

const valid = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'

const wholeText = "(name || ' ' || id || ' ' || hint)"

/**
 * Text of a key that is compared with words in lower case. Names are ASCII, whose case SQLite's LIKE does not look at; PostgreSQL is twice as fast
 * without the rules of a language.
 */
const searched: Readonly<Record<Store['kind'], string>> = { sqlite: wholeText, postgres: `lower(${wholeText} COLLATE "C")` }

function narrowKeys({ words = [], validAt, withBudget }: KeyFilter, text: string): { readonly where: string[]; readonly values: Value[] } {
  const where: string[] = []
  const values: Value[] = []
  for (const word of words) {
    where.push(`${text} LIKE ? ESCAPE '!'`)
    values.push(`%${escapeLike(word.toLowerCase())}%`)
  }
  if (validAt !== undefined) {
    where.push(valid)
    values.push(validAt)
  }
  if (withBudget) where.push('budget IS NOT NULL')
  return { where, values }
}

function encodeJson(value: object | undefined): string | null {
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
  if (row['viewer'] === 1) key['viewer'] = true
  // A process of an older version that rotates the key leaves the columns of the previous secret, which thereby ends.
  if (row['previous_hash'] !== null && row['previous_next'] === row['hash'])
    key['previous'] = { hash: row['previous_hash'], hint: row['previous_hint'], until: row['previous_until'] }
  return key as unknown as ApiKey // written by `insert` from an ApiKey
}

/** Largest number of rows that one statement deletes, since other statements wait meanwhile. */
const rowsAtOnce = 500

/** Creates the store over a database with current tables. */
export function createStore(
  kind: Store['kind'],
  database: Database,
  usage: Omit<UsageStore, 'keep'>,
  writer: UsageWriter,
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
    keys: createKeyStore(database, searched[kind], own.version, own.changed),
    usage: {
      add: usage.add,
      keep: writer.keep,
      // Kept records are settled first, since they may not be in the table yet.
      async list(filter, page) {
        await writer.settle()
        return usage.list(filter, page)
      },
      async find(id, at) {
        await writer.settle()
        return usage.find(id, at)
      },
      async lastUses(keys) {
        await writer.settle()
        return usage.lastUses(keys)
      },
      async spent(asked) {
        await writer.settle()
        return usage.spent(asked)
      },
      async countLosses(filter) {
        await writer.settle()
        return usage.countLosses(filter)
      },
      async sum(filter, by, split) {
        await writer.settle()
        return usage.sum(filter, by, split)
      },
      async times(filter, by) {
        await writer.settle()
        return usage.times(filter, by)
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
      closing ??= writer.close().then(own.close)
      return closing
    },
  }
}
