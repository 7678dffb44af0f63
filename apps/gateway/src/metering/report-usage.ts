import type { Store } from '../store/store.ts'
import { spellMicros } from './spell-micros.ts'
import type { UsageQuery } from './usage-query.ts'
import type { UsageRecord, UsageTokens } from './usage-record.ts'

/** The answer to a `UsageQuery`, as JSON for people's programs. */
export interface UsageReport {
  readonly object: 'list'
  readonly currency: string
  readonly data: readonly (RecordReport | SumReport)[]
  /** To be said as `before` to get what comes after. Absent: that was all. */
  readonly next?: string
}

export interface RecordReport extends Omit<UsageRecord, 'at' | 'costMicros'> {
  /** RFC 3339. */
  readonly at: string
  /** A decimal number with six digits after the point. Absent: nobody knows. */
  readonly cost?: string
}

export interface SumReport {
  /** The id of a key, the name of a model or channel, a day of UTC; empty for all. */
  readonly group: string
  /** Of a key. */
  readonly name?: string
  readonly requests: number
  readonly failed: number
  readonly tokens: Required<Pick<UsageTokens, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>>
  readonly cost: string
}

/** Rejects with a `StoreError`. */
export async function reportUsage(store: Store, query: UsageQuery, currency: string): Promise<UsageReport> {
  const { by, limit, before } = query
  const filter = query.filter.key === undefined ? query.filter : { ...query.filter, key: await idOf(store, query.filter.key) }
  const head = { object: 'list', currency } as const
  if (by !== undefined) {
    const names = by === 'key' ? new Map((await store.keys.list()).map(({ id, name }) => [id, name])) : undefined
    const sums = await store.usage.sum(filter, by === 'all' ? undefined : by)
    return { ...head, data: sums.map((sum) => describeSum(sum, names?.get(sum.group))) }
  }
  const records = await store.usage.list(filter, { limit: limit + 1, ...(before && { before }) })
  const page = records.slice(0, limit)
  const last = records.length > limit ? page.at(-1) : undefined
  return { ...head, data: page.map(describeRecord), ...(last && { next: `${last.at}-${last.id}` }) }
}

/** What is no key now may have been one. */
async function idOf({ keys }: Store, idOrName: string): Promise<string> {
  return (await keys.find(idOrName))?.id ?? idOrName
}

function describeRecord({ at, costMicros, ...record }: UsageRecord): RecordReport {
  return { at: new Date(at).toISOString(), ...record, ...(costMicros !== undefined && { cost: spellMicros(costMicros) }) }
}

function describeSum(
  { group, requests, failed, costMicros, ...tokens }: Awaited<ReturnType<Store['usage']['sum']>>[number],
  name: string | undefined,
): SumReport {
  return { group, ...(name !== undefined && { name }), requests, failed, tokens, cost: spellMicros(costMicros) }
}
