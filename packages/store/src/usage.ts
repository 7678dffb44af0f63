import { type Database, type Row, StoreError, type Value } from './errors.ts'
import { escapeLike } from './escape-like.ts'
import type { LossCount, UsageFilter, UsageGroup, UsageStore, UsageSum, UsageTimes } from './store.ts'
import type { UsageRecord } from './usage-record.ts'
import { parseJson } from '@interlingua/core'

/** Columns of the table of usage records, in the order of the values in rows. A new column comes last, and may be NULL. */
export const usageColumns: readonly string[] = (
  'at id key_id operation model format channel upstream_model stream status outcome attempts ' +
  'input fresh cache_read cache_write tool_use output reasoning estimated cost_micros millis first_byte_millis notices images client details ' +
  'failed_micros failed_unpriced'
).split(' ')

/** Values of a usage record in the order of `usageColumns`. One literal, since this runs for each request. */
export function rowOfRecord(record: UsageRecord): readonly Value[] {
  const { tokens, notices } = record
  return [
    record.at,
    record.id,
    record.key,
    record.operation,
    record.model,
    record.format,
    record.channel ?? null,
    record.upstreamModel ?? null,
    record.stream ? 1 : 0,
    record.status,
    record.outcome,
    record.attempts,
    tokens.input ?? null,
    tokens.fresh ?? null,
    tokens.cacheRead ?? null,
    tokens.cacheWrite ?? null,
    tokens.toolUse ?? null,
    tokens.output ?? null,
    tokens.reasoning ?? null,
    record.estimated ? 1 : 0,
    record.costMicros ?? null,
    record.millis,
    record.firstByteMillis ?? null,
    notices.length === 0 ? null : notices.join(' '),
    record.images ?? null,
    record.client ?? null,
    record.details === undefined ? null : JSON.stringify(record.details),
    record.failedMicros ?? null,
    record.failedUnpriced === true ? 1 : null,
  ]
}

type Add<Item> = (items: readonly Item[]) => Promise<void>

/** Adds usage records; a record that the store refuses is left out and reported, since it would hold up all others for ever. */
export function addForgivingly<Item>(add: Add<Item>, idOf: (item: Item) => unknown, report: (problem: string) => void): Add<Item> {
  return async function addSome(records) {
    try {
      await add(records)
    } catch (error) {
      if (!(error instanceof StoreError) || !error.refused) throw error
      const [first] = records
      if (first === undefined) throw error
      if (records.length < 2) return report(`the store does not take the usage record ${String(idOf(first))}: ${error.message}`)
      const half = Math.ceil(records.length / 2)
      await addSome(records.slice(0, half))
      await addSome(records.slice(half))
    }
  }
}

const tokens = ['input', 'fresh', 'cacheRead', 'cacheWrite', 'toolUse', 'output', 'reasoning'] as const

/** Lengths of the groups of time, in milliseconds. */
const lengths: Partial<Record<UsageGroup, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

const groups: Readonly<Record<UsageGroup, string>> = {
  // An expression, since SQLite would walk the index of keys for each stretch of time that is summed.
  key: "key_id || ''",
  model: 'model',
  channel: "coalesce(channel, '')",
  client: "coalesce(client, '')",
  format: 'format',
  pair: "format || '\n' || coalesce(channel, '')",
  served: "coalesce(channel, '') || '\n' || coalesce(upstream_model, '')",
  minute: `at / ${lengths.minute}`,
  hour: `at / ${lengths.hour}`,
  day: `at / ${lengths.day}`,
}

const succeeded = "outcome IN ('ok', 'cancelled')"

/** Condition of a request whose last attempt used something and has no cost. */
const lastUnpriced = '(cost_micros IS NULL AND (input IS NOT NULL OR output IS NOT NULL OR images IS NOT NULL))'

/** Sums over a group, by the names of their columns. The whole cost of a request that failed is that of failed attempts. */
const sums = Object.entries({
  failed: `CASE WHEN ${succeeded} THEN 0 ELSE 1 END`,
  unpriced: `CASE WHEN failed_unpriced = 1 OR ${lastUnpriced} THEN 1 ELSE 0 END`,
  input: 'input',
  output: 'output',
  cache_read: 'cache_read',
  cache_write: 'cache_write',
  cost_micros: 'cost_micros',
  failed_micros: `CASE WHEN ${succeeded} THEN failed_micros ELSE cost_micros END`,
  failed_unpriced: `CASE WHEN failed_unpriced = 1 OR (${lastUnpriced} AND NOT ${succeeded}) THEN 1 ELSE 0 END`,
  estimated: 'estimated',
  // The cost of failed attempts is what their upstreams reported.
  estimated_micros: 'CASE WHEN estimated = 1 THEN cost_micros - coalesce(failed_micros, 0) ELSE 0 END',
}).map(([name, value]) => `CAST(coalesce(sum(${value}), 0) AS BIGINT) AS ${name}`)

/** Stores usage records in a table. */
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
    async find(id, at) {
      const [where, values] = at === undefined ? ['id = ?', [id]] : ['at = ? AND id = ?', [at, id]]
      const [row] = await database.read(`SELECT ${usageColumns.join(', ')} FROM usage WHERE ${where} ORDER BY at DESC LIMIT 1`, values)
      return row && recordOf(row)
    },
    async lastUses(keys) {
      if (keys.length === 0) return new Map()
      // The table of keys makes one look into the index for each of them, where a group would read all their records.
      const sql = `SELECT id, (SELECT max(at) FROM usage WHERE key_id = keys.id) AS last FROM keys WHERE id IN (${keys.map(() => '?').join(', ')})`
      const rows = await database.read(sql, keys)
      return new Map(rows.flatMap(({ id, last }) => (last === null ? [] : [[String(id), Number(last)] as const])))
    },
    async spent(asked) {
      if (asked.length === 0) return new Map()
      // The database looks into the index once for each key, from the beginning of its own period.
      const places = asked.map(() => '(CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')
      const sum = 'SELECT sum(cost_micros) FROM usage WHERE key_id = asked.key_id AND at >= asked.since AND at < asked.until'
      const sql = `WITH asked (key_id, since, until) AS (VALUES ${places}) SELECT key_id, CAST(coalesce((${sum}), 0) AS BIGINT) AS spent FROM asked`
      const values = asked.flatMap(({ key, from = 0, to = Number.MAX_SAFE_INTEGER }) => [key, from, to])
      const rows = await database.read(sql, values)
      return new Map(rows.map((row) => [String(row['key_id']), Number(row['spent'])]))
    },
    async countLosses(filter) {
      const { where, values } = narrow(filter)
      // SQLite sorts one text in two thirds of the time that four columns take.
      const sql = `SELECT ${lossGroup} AS grouped, count(*) AS requests FROM usage ${whereOf(where)} GROUP BY 1`
      return (await database.read(sql, values)).map(lossesOf)
    },
    async sum(filter, by, split) {
      const { where, values } = narrow(filter)
      const group = by === undefined ? "''" : groups[by]
      const chosen = [`${group} AS grouped`, ...(split === undefined ? [] : [`${groups[split]} AS part`]), 'count(*) AS requests', ...sums]
      const grouping = by === undefined ? '' : split === undefined ? 'GROUP BY 1' : 'GROUP BY 1, 2'
      const order = split === undefined ? '1' : '1, 2'
      const sql = `SELECT ${chosen.join(', ')} FROM usage ${whereOf(where)} ${grouping} ORDER BY cost_micros DESC, requests DESC, ${order}`
      return (await database.read(sql, values)).map((row) => sumOf(row, by, split))
    },
    times: (filter, by) => countTimes(database, filter, by),
  }
}

/** Stretches of time for each factor of e. A stretch is a twentieth, so that its middle is at most 2.6 % beside any time in it. */
const stretches = 20

/** Number of the stretch that a column's time is in. */
const stretchOf = (column: string): string => `floor(ln(CASE WHEN ${column} < 1 THEN 1 ELSE ${column} END) * ${stretches})`

function middleOf(stretch: number): number {
  return Math.exp((stretch + 0.5) / stretches)
}

async function countTimes(database: Database, filter: UsageFilter, by: UsageGroup): Promise<readonly UsageTimes[]> {
  const { where, values } = narrow(filter)
  const found = new Map<string, { group: string; whole: UsageTimes['whole'][number][]; firstByte: UsageTimes['whole'][number][] }>()
  for (const [member, column] of [
    ['whole', 'millis'],
    ['firstByte', 'first_byte_millis'],
  ] as const) {
    const conditions = [...where, "outcome = 'ok'", `${column} IS NOT NULL`].join(' AND ')
    const sql = `SELECT ${groups[by]} AS grouped, ${stretchOf(column)} AS stretch, count(*) AS requests FROM usage WHERE ${conditions} GROUP BY 1, 2 ORDER BY 1, 2`
    for (const row of await database.read(sql, values)) {
      const group = groupOf(row['grouped'], by)
      const times = found.get(group) ?? { group, whole: [], firstByte: [] }
      times[member].push({ millis: middleOf(Number(row['stretch'])), requests: Number(row['requests']) })
      found.set(group, times)
    }
  }
  return [...found.values()]
}

function narrow(filter: UsageFilter): { readonly where: string[]; readonly values: Value[] } {
  const where: string[] = []
  const values: Value[] = []
  const conditions: readonly (readonly [string, ...(Value | undefined)[]])[] = [
    ['key_id = ?', filter.key],
    ['model = ?', filter.model],
    ['channel = ?', filter.channel],
    ['format = ?', filter.format],
    ['operation = ?', filter.operation],
    // A name is the beginning up to a space.
    ["(client = ? OR substr(client, 1, length(?) + 1) = ? || ' ')", filter.client, filter.client, filter.client],
    ["(' ' || notices || ' ') LIKE ? ESCAPE '!'", filter.notice === undefined ? undefined : `% ${escapeLike(filter.notice)} %`],
    ['status BETWEEN ? AND ?', filter.status?.[0], filter.status?.[1]],
    ['millis >= ?', filter.leastMillis],
    ['cost_micros >= ?', filter.leastMicros],
    ['at >= ?', filter.from],
    ['at < ?', filter.to],
  ]
  for (const [condition, ...given] of conditions) {
    const present = given.filter((value) => value !== undefined)
    if (present.length < given.length) continue
    where.push(condition)
    values.push(...present)
  }
  if (filter.estimated) where.push('estimated = 1')
  if (filter.failed !== undefined) where.push(filter.failed ? `NOT (${succeeded})` : succeeded)
  return { where, values }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function recordOf(row: Row): UsageRecord {
  const counts: Record<string, unknown> = {}
  for (const [column, bucket] of tokenColumns) if (row[column] !== null) counts[bucket] = row[column]
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
    tokens: counts,
    estimated: row['estimated'] === 1,
    millis: row['millis'],
    notices: typeof notices === 'string' ? notices.split(' ') : [],
  }
  for (const [column, name] of optionalColumns) if (row[column] !== null) record[name] = row[column]
  if (row['failed_unpriced'] === 1) record['failedUnpriced'] = true
  const details = row['details']
  if (typeof details === 'string') record['details'] = parseJson(details)
  return record as unknown as UsageRecord // `rowOfRecord` wrote the row from a record
}

const lossGroup = ["coalesce(notices, '')", "coalesce(client, '')", 'format', "coalesce(channel, '')"].join(" || '\n' || ")

function lossesOf(row: Row): LossCount {
  const [lost = '', client = '', format = '', channel = ''] = String(row['grouped']).split('\n')
  return { notices: lost === '' ? [] : lost.split(' '), client, format, channel, requests: Number(row['requests']) }
}

const tokenColumns = tokens.map((bucket) => [bucket.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`), bucket] as const)

const optionalColumns = [
  ['channel', 'channel'],
  ['upstream_model', 'upstreamModel'],
  ['cost_micros', 'costMicros'],
  ['failed_micros', 'failedMicros'],
  ['first_byte_millis', 'firstByteMillis'],
  ['images', 'images'],
  ['client', 'client'],
] as const

function sumOf(row: Row, by: UsageGroup | undefined, split: UsageGroup | undefined): UsageSum {
  return {
    group: groupOf(row['grouped'], by),
    ...(split !== undefined && { part: groupOf(row['part'], split) }),
    requests: Number(row['requests']),
    failed: Number(row['failed']),
    input: Number(row['input']),
    output: Number(row['output']),
    cacheRead: Number(row['cache_read']),
    cacheWrite: Number(row['cache_write']),
    costMicros: Number(row['cost_micros']),
    unpriced: Number(row['unpriced']),
    failedMicros: Number(row['failed_micros']),
    failedUnpriced: Number(row['failed_unpriced']),
    estimated: Number(row['estimated']),
    estimatedMicros: Number(row['estimated_micros']),
  }
}

/** Name of a group: a day as `2026-11-21`, an hour or minute as the time at which it begins. */
function groupOf(group: unknown, by: UsageGroup | undefined): string {
  const length = by === undefined ? undefined : lengths[by]
  if (length === undefined) return String(group)
  const time = new Date(Number(group) * length).toISOString()
  return by === 'day' ? time.slice(0, 10) : time
}
