import type { Pool, QueryResult } from 'pg'
import type { Database, Row, Value } from '../database.ts'
import { StoreError } from '../store-error.ts'
import { isDisconnected } from './is-disconnected.ts'

/** Rows of one statement. */
const rowsAtOnce = 1000

/** Statements whose text was made for PostgreSQL, kept: there are few, and each comes often. */
const textsKept = 1000

/** PostgreSQL as a store uses it. */
export function createPostgresDatabase(pool: Pool): Database {
  const texts = new Map<string, string>()

  function textOf(sql: string): string {
    let text = texts.get(sql)
    if (text === undefined) {
      if (texts.size >= textsKept) texts.clear()
      let place = 0
      text = sql.replace(/\?/g, () => `$${++place}`)
      texts.set(sql, text)
    }
    return text
  }

  async function query(text: string, values: readonly Value[]): Promise<QueryResult<Row>> {
    try {
      return await pool.query<Row>(text, values.map(withoutNul))
    } catch (error) {
      throw new StoreError(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
        // Data exceptions and violated constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html
        refused: /^2[23]/.test(String((error as { code?: unknown }).code)), // PostgreSQL's errors have a code
      })
    }
  }

  return {
    async read(sql, values) {
      const text = textOf(sql)
      try {
        return (await query(text, values)).rows
      } catch (error) {
        // A connection of the pool may have died since it was used last: reading again does no harm.
        if (error instanceof StoreError && isDisconnected(error.cause)) return (await query(text, values)).rows
        throw error
      }
    },
    write: async (sql, values) => (await query(textOf(sql), values)).rowCount ?? 0,
    async insertAll(table, columns, rows) {
      const names = columns.join(', ')
      // One text of JSON costs a tenth of as many parameters.
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const records = rows.slice(from, from + rowsAtOnce).map((row) => recordOf(columns, row))
        await query(sql, [JSON.stringify(records)])
      }
    },
  }
}

function recordOf(columns: readonly string[], row: readonly Value[]): Record<string, Value> {
  const record: Record<string, Value> = {}
  for (const [index, column] of columns.entries()) {
    const value = row[index] ?? null
    // Half a pair of surrogates would be refused.
    if (value !== null) record[column] = typeof value === 'string' ? withoutNul(value.toWellFormed()) : value
  }
  return record
}

/** PostgreSQL's texts hold no U+0000: nothing of ours has one, and what a client asks for with one is not there. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}
