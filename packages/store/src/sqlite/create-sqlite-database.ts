import { LRUCache } from 'lru-cache'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Database, StoreError } from '../errors.ts'
import { setImmediate as pause } from 'node:timers/promises'
import { joinTimes } from '../join-times.ts'
import type { LossCount, UsageFilter, UsageStore, UsageSum, UsageTimes } from '../store.ts'

/** Number of rows in one statement; a statement for each row costs a seventh more. */
const rowsTogether = 16

/** Largest number of prepared statements that are kept, since lists of many lengths make many. */
const statementsKept = 200

/** Codes of SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH: https://sqlite.org/rescode.html */
const refusals: ReadonlySet<number> = new Set([18, 19, 20])

/** SQLite as the store's database. Its calls are done when they return; the promises are for the common interface. */
export function createSqliteDatabase(connection: DatabaseSync): Database {
  const statements = new LRUCache<string, StatementSync>({ max: statementsKept })

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (statement === undefined) {
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

/** Number of records that are summed in one go, some milliseconds of work in which no request is served. */
const recordsAtOnce = 10_000

/** Divides the time of a filter into stretches of so many records, with pauses in between, since SQLite works in the thread that serves requests. */
async function* stretchesOf(database: Database, filter: UsageFilter, atOnce: number): AsyncGenerator<UsageFilter> {
  const { to } = filter
  let { from } = filter
  for (;;) {
    const [row] = await database.read('SELECT at FROM usage WHERE at >= ? ORDER BY at LIMIT 1 OFFSET ?', [from ?? 0, atOnce])
    const end = row === undefined ? undefined : Math.max(Number(row['at']), (from ?? 0) + 1)
    if (end === undefined || (to !== undefined && end >= to)) return yield from === undefined ? filter : { ...filter, from }
    yield { ...filter, ...(from !== undefined && { from }), to: end }
    await pause()
    from = end
  }
}

/** Sums usage over stretches of time. */
export function sumInPieces(database: Database, sum: UsageStore['sum'], atOnce = recordsAtOnce): UsageStore['sum'] {
  return async (filter, by, split) => {
    const sums = new Map<string, UsageSum>()
    for await (const stretch of stretchesOf(database, filter, atOnce))
      for (const piece of await sum(stretch, by, split)) {
        const name = piece.part === undefined ? piece.group : JSON.stringify([piece.group, piece.part])
        const known = sums.get(name)
        sums.set(name, known ? added(known, piece) : piece)
      }
    return [...sums.values()].toSorted(dearestFirst)
  }
}

/** Sums what keys spent over stretches of time, likewise. */
export function spentInPieces(database: Database, spent: UsageStore['spent'], atOnce = recordsAtOnce): UsageStore['spent'] {
  return async (asked) => {
    const sums = new Map(asked.map(({ key }) => [key, 0]))
    const earliest = asked.reduce((least, { from = 0 }) => Math.min(least, from), Infinity)
    if (asked.length === 0) return sums
    for await (const { from = 0, to = Infinity } of stretchesOf(database, { from: earliest }, atOnce)) {
      const begun = asked.flatMap((query) => {
        const within = { key: query.key, from: Math.max(from, query.from ?? 0), to: Math.min(to, query.to ?? Infinity) }
        return within.from < within.to ? [Number.isFinite(within.to) ? within : { key: within.key, from: within.from }] : []
      })
      for (const [key, micros] of await spent(begun)) sums.set(key, (sums.get(key) ?? 0) + micros)
    }
    return sums
  }
}

/** Counts losses over stretches of time, likewise. */
export function lossesInPieces(
  database: Database,
  countLosses: UsageStore['countLosses'],
  atOnce = recordsAtOnce,
): UsageStore['countLosses'] {
  return async (filter) => {
    const counts = new Map<string, LossCount>()
    for await (const stretch of stretchesOf(database, filter, atOnce))
      for (const piece of await countLosses(stretch)) {
        const { requests, ...group } = piece
        const name = JSON.stringify(group)
        counts.set(name, { ...piece, requests: requests + (counts.get(name)?.requests ?? 0) })
      }
    return [...counts.values()]
  }
}

/** Counts times over stretches of time, likewise. */
export function timesInPieces(database: Database, times: UsageStore['times'], atOnce = recordsAtOnce): UsageStore['times'] {
  return async (filter, by) => {
    const all: UsageTimes[] = []
    for await (const stretch of stretchesOf(database, filter, atOnce)) all.push(...(await times(stretch, by)))
    return joinTimes(all)
  }
}

function added(one: UsageSum, other: UsageSum): UsageSum {
  return {
    group: one.group,
    ...(one.part !== undefined && { part: one.part }),
    requests: one.requests + other.requests,
    failed: one.failed + other.failed,
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    costMicros: one.costMicros + other.costMicros,
    unpriced: one.unpriced + other.unpriced,
    failedMicros: one.failedMicros + other.failedMicros,
    failedUnpriced: one.failedUnpriced + other.failedUnpriced,
    estimated: one.estimated + other.estimated,
    estimatedMicros: one.estimatedMicros + other.estimatedMicros,
  }
}

function dearestFirst(one: UsageSum, other: UsageSum): number {
  const first = other.costMicros - one.costMicros || other.requests - one.requests
  if (first !== 0) return first
  if (one.group !== other.group) return one.group < other.group ? -1 : 1
  return (one.part ?? '') < (other.part ?? '') ? -1 : 1
}
