import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Database } from '../database.ts'
import { StoreError } from '../store-error.ts'

/** Rows in one statement: a statement for each costs a seventh more. */
const rowsTogether = 16

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
        const [row] = rows
        if (row && rows.length === 1) return void prepare(insertion(table, columns, 1)).run(...row)
        connection.exec('BEGIN IMMEDIATE')
        try {
          let together = 0
          let statement: StatementSync | undefined
          for (let from = 0; from < rows.length; from += rowsTogether) {
            const some = rows.slice(from, from + rowsTogether)
            if (some.length !== together) {
              together = some.length
              statement = prepare(insertion(table, columns, together))
            }
            statement?.run(...some.flat())
          }
          connection.exec('COMMIT')
        } catch (error) {
          if (connection.isTransaction) connection.exec('ROLLBACK')
          throw error
        }
      }),
  }
}

function insertion(table: string, columns: readonly string[], rows: number): string {
  const places = `(${columns.map(() => '?').join(', ')})`
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => places).join(', ')} ON CONFLICT DO NOTHING`
}

function attempt<Result>(step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    const refused = refusals.has(Number((error as { errcode?: unknown }).errcode) & 0xff) // SQLite's errors have a code
    throw new StoreError(`SQLite: ${error instanceof Error ? error.message : String(error)}`, { cause: error, refused })
  }
}
