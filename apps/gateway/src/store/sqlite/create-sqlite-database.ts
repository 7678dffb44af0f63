import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Database, Value } from '../database.ts'
import { StoreError } from '../store-error.ts'

/** Statements that are kept: lists of many lengths make many. */
const statementsKept = 200

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH: https://sqlite.org/rescode.html */
const refusals: ReadonlySet<number> = new Set([18, 19, 20])

/** SQLite as a store uses it. Calls are over when they return; promises are only the shape that all stores have. */
export function createSqliteDatabase(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (statement === undefined) {
      if (statements.size >= statementsKept) statements.clear()
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  return {
    read: async (sql, values) => attempt(() => prepare(sql).all(...values)),
    write: async (sql, values) => attempt(() => Number(prepare(sql).run(...values).changes)),
    insertAll: async (table, columns, rows) =>
      attempt(() => {
        if (rows.length === 0) return
        const places = columns.map(() => '?').join(', ')
        const statement = prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`)
        if (rows.length === 1) return insert(statement, rows)
        connection.exec('BEGIN IMMEDIATE')
        try {
          insert(statement, rows)
          connection.exec('COMMIT')
        } catch (error) {
          if (connection.isTransaction) connection.exec('ROLLBACK')
          throw error
        }
      }),
  }
}

function insert(statement: StatementSync, rows: readonly (readonly Value[])[]): void {
  for (const row of rows) statement.run(...row)
}

function attempt<Result>(step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    const refused = refusals.has(Number((error as { errcode?: unknown }).errcode) & 0xff) // SQLite's errors have a code
    throw new StoreError(`SQLite: ${error instanceof Error ? error.message : String(error)}`, { cause: error, refused })
  }
}
