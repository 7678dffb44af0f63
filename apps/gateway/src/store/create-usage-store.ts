import type { UsageRecord } from '../metering/usage-record.ts'
import type { Database, Row, Value } from './database.ts'
import { rowOfRecord } from './row-of-record.ts'
import type { UsageFilter, UsageGroup, UsageStore, UsageSum } from './store.ts'
import { usageColumns } from './usage-columns.ts'

const tokens = ['input', 'fresh', 'cacheRead', 'cacheWrite', 'toolUse', 'output', 'reasoning'] as const

const millisOfDay = 86_400_000

const groups = { key: 'key_id', model: 'model', channel: "coalesce(channel, '')", day: `at / ${millisOfDay}` } as const satisfies Record<
  UsageGroup,
  string
>

const sums = ['input', 'output', 'cache_read', 'cache_write', 'cost_micros'].map(
  (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT) AS ${column}`,
)

/** Usage records in a table. */
export function createUsageStore(database: Database): Omit<UsageStore, 'keep'> {
  return {
    add: (records) => database.insertAll('usage', usageColumns, records.map(rowOfRecord)),
    async list(filter, { limit, before }) {
      const { where, values } = narrow(filter)
      if (before) {
        where.push('(at, id) < (?, ?)')
        values.push(before.at, before.id)
      }
      const sql = `SELECT ${usageColumns.join(', ')} FROM usage ${whereOf(where)} ORDER BY at DESC, id DESC LIMIT ?`
      return (await database.read(sql, [...values, limit])).map(recordOf)
    },
    async sum(filter, by) {
      const { where, values } = narrow(filter)
      const group = by === undefined ? "''" : groups[by]
      const failed = "sum(CASE WHEN outcome IN ('ok', 'cancelled') THEN 0 ELSE 1 END)"
      const chosen = [`${group} AS grouped`, 'count(*) AS requests', `CAST(coalesce(${failed}, 0) AS BIGINT) AS failed`, ...sums]
      const grouping = by === undefined ? '' : 'GROUP BY 1'
      const sql = `SELECT ${chosen.join(', ')} FROM usage ${whereOf(where)} ${grouping} ORDER BY cost_micros DESC, requests DESC, 1`
      return (await database.read(sql, values)).map((row) => sumOf(row, by))
    },
  }
}

function narrow({ key, model, channel, from, to }: UsageFilter): { readonly where: string[]; readonly values: Value[] } {
  const where: string[] = []
  const values: Value[] = []
  const conditions = { 'key_id = ?': key, 'model = ?': model, 'channel = ?': channel, 'at >= ?': from, 'at < ?': to }
  for (const [condition, value] of Object.entries(conditions)) {
    if (value === undefined) continue
    where.push(condition)
    values.push(value)
  }
  return { where, values }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function recordOf(row: Row): UsageRecord {
  const told: Record<string, unknown> = {}
  for (const [column, bucket] of tokenColumns) if (row[column] !== null) told[bucket] = row[column]
  const notices = row['notices']
  const record: Record<string, unknown> = {
    id: row['id'],
    at: row['at'],
    key: row['key_id'],
    operation: row['operation'],
    model: row['model'],
    format: row['format'],
    stream: row['stream'] === 1,
    status: row['status'],
    outcome: row['outcome'],
    attempts: row['attempts'],
    tokens: told,
    estimated: row['estimated'] === 1,
    millis: row['millis'],
    notices: typeof notices === 'string' ? notices.split(' ') : [],
  }
  for (const [column, name] of optionalColumns) if (row[column] !== null) record[name] = row[column]
  return record as unknown as UsageRecord // written by `rowOfRecord` from one
}

const tokenColumns = tokens.map((bucket) => [bucket.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`), bucket] as const)

const optionalColumns = [
  ['channel', 'channel'],
  ['upstream_model', 'upstreamModel'],
  ['cost_micros', 'costMicros'],
  ['first_byte_millis', 'firstByteMillis'],
  ['images', 'images'],
] as const

function sumOf(row: Row, by: UsageGroup | undefined): UsageSum {
  const group = row['grouped']
  return {
    group: by === 'day' ? new Date(Number(group) * millisOfDay).toISOString().slice(0, 10) : String(group),
    requests: Number(row['requests']),
    failed: Number(row['failed']),
    input: Number(row['input']),
    output: Number(row['output']),
    cacheRead: Number(row['cache_read']),
    cacheWrite: Number(row['cache_write']),
    costMicros: Number(row['cost_micros']),
  }
}
