import { answerJson } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Endpoint, Reply } from '../server/reply.ts'
import { formatMicros, readCredential } from '@interlingua/access'
import { parseTime } from '@interlingua/core/adapter'
import { type FailureReply, invalidRequest, queryOf } from '@interlingua/gateway-kernel'
import type { Store, UsageFilter, UsageGroup, UsageRecord, UsageTokens } from '@interlingua/store'

/** Query of usage records. */
export interface UsageQuery {
  readonly filter: UsageFilter
  /** Group of the sums, or `all`. Absent: the records themselves. */
  readonly by?: UsageGroup | 'all'
  readonly limit: number
  readonly before?: { readonly at: number; readonly id: string }
}

/** Groups of the public API. A sum by minute has too many rows for an answer without a period. */
const groups = ['key', 'model', 'channel', 'client', 'format', 'hour', 'day'] as const satisfies readonly UsageGroup[]
const names = ['key', 'model', 'channel', 'from', 'to', 'by', 'limit', 'before']
const defaultLimit = 100
const mostRecords = 1000
/** Pattern of a day, which begins at midnight in UTC, or of a time with its zone. */
const timePattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Reads a query from an address or a command line; a problem if it is invalid. `key` may be an id or a name. */
export function readUsageQuery(said: Readonly<Record<string, string | undefined>>): UsageQuery | { readonly problem: string } {
  const unknown = Object.keys(said).find((name) => !names.includes(name))
  if (unknown !== undefined) return { problem: `${unknown}: there is no such parameter; there are ${names.join(', ')}` }
  const filter: Record<string, string | number> = {}
  for (const name of ['key', 'model', 'channel']) if (said[name]) filter[name] = said[name]
  for (const name of ['from', 'to']) {
    const text = said[name]
    if (text === undefined) continue
    const time = timePattern.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
    if (Number.isNaN(time)) return { problem: `${name}: expected a day such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z` }
    filter[name] = time
  }
  const { by, limit = String(defaultLimit), before } = said
  if (by !== undefined && by !== 'all' && !isGroup(by)) return { problem: `by: expected one of ${groups.join(', ')}, all` }
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostRecords)
    return { problem: `limit: expected a number from 1 to ${mostRecords}` }
  const place = before === undefined ? undefined : /^(\d{1,16})-(.+)$/s.exec(before)
  if (place === null) return { problem: 'before: expected what an earlier answer gave as `next`' }
  const [, at = '', id = ''] = place ?? []
  return {
    filter,
    limit: Number(limit),
    ...(by !== undefined && { by }),
    ...(place && { before: { at: Number(at), id } }),
  }
}

/** True for a day of the calendar: `Date` takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  return parseTime(`${day}T00:00:00Z`) !== undefined
}

function isGroup(by: string): by is UsageGroup {
  return groups.some((group) => group === by)
}

/** Answer to a `UsageQuery`, as JSON. */
export interface UsageReport {
  readonly object: 'list'
  readonly currency: string
  readonly data: readonly (RecordReport | SumReport)[]
  /** Value of `before` for the next page. Absent: this is the last. */
  readonly next?: string
}

export interface RecordReport extends Omit<UsageRecord, 'at' | 'costMicros' | 'failedMicros' | 'details'> {
  /** Time in RFC 3339. */
  readonly at: string
  /** Decimal number with six digits after the point. Absent: the cost is unknown. */
  readonly cost?: string
  /** Part of the cost that attempts caused whose answers were thrown away. Absent: none told a usage that has a price. */
  readonly failedCost?: string
}

export interface SumReport {
  /** Id of a key, name of a model, channel, client or format, or a day, hour or minute of UTC; empty for the sum of all. */
  readonly group: string
  /** Name of the key; absent for other groups. */
  readonly name?: string
  readonly requests: number
  readonly failed: number
  readonly tokens: Required<Pick<UsageTokens, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>>
  /** Share of the input that came from prompt caches, from 0 to 1, with four digits after the point. Absent: there was no input. */
  readonly hitRate?: number
  /** Decimal number with six digits after the point. Absent: no price of the group is known. */
  readonly cost?: string
  /** Number of requests that used something whose price is not known; the cost leaves them out. Absent: none. */
  readonly unpriced?: number
  /** Part of the cost that failed attempts caused, before a good one and in requests that failed. Absent: none. */
  readonly failedCost?: string
  /** Number of requests with a failed attempt that used something whose price is not known. Absent: none. */
  readonly failedUnpriced?: number
  /** Number of requests whose tokens are estimated, all or some of them, and their cost. Absent: none. */
  readonly estimated?: number
  readonly estimatedCost?: string
}

/** Reads the report of a query. Rejects with a `StoreError`. */
export async function reportUsage(store: Store, query: UsageQuery, currency: string): Promise<UsageReport> {
  const { by, limit, before } = query
  const filter = query.filter.key === undefined ? query.filter : { ...query.filter, key: await idOf(store, query.filter.key) }
  const head = { object: 'list', currency } as const
  if (by !== undefined) {
    const sums = await store.usage.sum(filter, by === 'all' ? undefined : by)
    const named = by === 'key' ? await store.keys.getMany(sums.map(({ group }) => group)) : []
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return { ...head, data: sums.map((sum) => describeSum(sum, names.get(sum.group))) }
  }
  const records = await store.usage.list(filter, { limit: limit + 1, ...(before && { before }) })
  const page = records.slice(0, limit)
  const last = records.length > limit ? page.at(-1) : undefined
  return { ...head, data: page.map(describeRecord), ...(last && { next: `${last.at}-${last.id}` }) }
}

/** Id of a key; an unknown text is taken for an id, since records may name keys that are gone. */
async function idOf({ keys }: Store, idOrName: string): Promise<string> {
  return (await keys.find(idOrName))?.id ?? idOrName
}

function describeRecord({ at, costMicros, failedMicros, details: _, ...record }: UsageRecord): RecordReport {
  return {
    at: new Date(at).toISOString(),
    ...record,
    ...(costMicros !== undefined && { cost: formatMicros(costMicros) }),
    ...(failedMicros !== undefined && { failedCost: formatMicros(failedMicros) }),
  }
}

function describeSum(
  {
    group,
    requests,
    failed,
    costMicros,
    unpriced,
    failedMicros,
    failedUnpriced,
    estimated,
    estimatedMicros,
    ...tokens
  }: Awaited<ReturnType<Store['usage']['sum']>>[number],
  name: string | undefined,
): SumReport {
  return {
    group,
    ...(name !== undefined && { name }),
    requests,
    failed,
    tokens,
    ...(tokens.input > 0 && { hitRate: Math.round((tokens.cacheRead / tokens.input) * 10_000) / 10_000 }),
    ...((unpriced === 0 || costMicros > 0) && { cost: formatMicros(costMicros) }),
    ...(unpriced > 0 && { unpriced }),
    ...(failedMicros > 0 && { failedCost: formatMicros(failedMicros) }),
    ...(failedUnpriced > 0 && { failedUnpriced }),
    ...(estimated > 0 && { estimated }),
    ...(estimatedMicros > 0 && { estimatedCost: formatMicros(estimatedMicros) }),
  }
}

/** Endpoint of usage records, for administrators. */
export const usageEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/admin/usage', access: 'admin', operation: 'usage', metered: false, serve: serveUsage },
]

/** Serves `GET /admin/usage`: usage records, or their sums. */
async function serveUsage(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const { gateway, incoming: request } = admitted.client
  const { store, prices } = gateway
  const { key, ...rest } = Object.fromEntries(queryOf(request.url ?? ''))
  // Without a header, `key` in the query is the caller's credential, as at all other paths.
  const shown = key === undefined || readCredential({ headers: request.headers, url: '' }) === undefined
  const query = readUsageQuery(shown ? rest : { ...rest, key })
  if ('problem' in query) return invalidRequest(query.problem)
  return answerJson(reply, await reportUsage(store, query, prices.currency))
}
