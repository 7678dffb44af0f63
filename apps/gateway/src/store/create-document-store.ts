import { isJsonObject, parseDocument, type JsonObject } from '@interlingua/core'
import type { Database, Row, Value } from './database.ts'
import type { DocumentPage, DocumentStore } from './store.ts'
import type { StoredDocument } from './stored-document.ts'

const columns = 'kind, id, owner, created_at, expires_at, revision, body'
const living = '(expires_at IS NULL OR expires_at > ?)'
/** Ids that are asked for in one statement. */
const idsAtOnce = 500

/** Documents in a table, their bodies as JSON text: a database's own JSON would refuse what JSON allows, such as U+0000. */
export function createDocumentStore(database: Database): DocumentStore {
  async function getSome(kind: string, ids: readonly string[], now: number): Promise<readonly StoredDocument[]> {
    const places = ids.map(() => '?').join(', ')
    const sql = `SELECT ${columns} FROM documents WHERE kind = ? AND id IN (${places}) AND ${living}`
    return (await database.read(sql, [kind, ...ids, now])).map(documentOf)
  }

  return {
    async insert(document) {
      const { kind, id, owner, createdAt, expiresAt, revision, body } = document
      const values = [kind, id, owner, createdAt, expiresAt ?? null, revision, JSON.stringify(body)]
      return (await database.write(`INSERT INTO documents (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, values)) === 1
    },
    async replace({ kind, id, owner, createdAt, expiresAt, revision, body }) {
      const sql =
        'UPDATE documents SET owner = ?, created_at = ?, expires_at = ?, revision = ?, body = ? WHERE kind = ? AND id = ? AND revision = ?'
      const values = [owner, createdAt, expiresAt ?? null, revision + 1, JSON.stringify(body), kind, id, revision]
      return (await database.write(sql, values)) === 1
    },
    async get(kind, id, now) {
      const [row] = await database.read(`SELECT ${columns} FROM documents WHERE kind = ? AND id = ? AND ${living}`, [kind, id, now])
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
  return { sql: `SELECT ${columns} FROM documents WHERE ${where} ORDER BY created_at ${direction}, id ${direction} LIMIT ?`, values }
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

/** What clients and upstreams said is in it: each number as they spelled it. */
function readBody(text: unknown): JsonObject {
  const body = parseDocument(String(text))
  if (!isJsonObject(body)) throw new Error('a stored document is no JSON object')
  return body
}
